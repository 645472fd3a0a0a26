/** SQL of Kysely: columns are camelCase in code and snake_case in SQL, and raw conditions stand in parentheses. */
import {
  type AndNode,
  CamelCasePlugin,
  type OperationNode,
  PostgresDialect,
  PostgresQueryCompiler,
  RawNode,
} from 'kysely';

/** Conversions of Kysely's plugin, which itself copies every query and every row to rename them. */
class CamelCaseNames extends CamelCasePlugin {
  columnOf(name: string): string {
    return this.snakeCase(name);
  }

  fieldOf(column: string): string {
    return this.camelCase(column);
  }
}
export const camelCaseNames = new CamelCaseNames();

export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(camelCaseNames.columnOf(name));
  }

  /** `where(a).where(sql`b or c`)` means both, but `and` binds closer than the `or` of a raw condition. */
  protected override visitAnd({ left, right }: AndNode): void {
    this.#visitCondition(left);
    this.append(' and ');
    this.#visitCondition(right);
  }

  #visitCondition(node: OperationNode): void {
    const isRaw = RawNode.is(node);
    if (isRaw) this.append('(');
    this.visitNode(node);
    if (isRaw) this.append(')');
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): SnakeCaseCompiler {
    return new SnakeCaseCompiler();
  }
}
