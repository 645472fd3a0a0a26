/** Names of columns: camelCase in code, snake_case in SQL. */
import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler } from 'kysely';

/** Kysely's plugin, for rows only: renaming a query while it is compiled takes half the time of copying it before. */
class CamelCaseRows extends CamelCasePlugin {
  override transformQuery({ node }: Parameters<CamelCasePlugin['transformQuery']>[0]) {
    return node;
  }

  columnOf(name: string): string {
    return this.snakeCase(name);
  }
}
export const camelCaseRows = new CamelCaseRows({ maintainNestedObjectKeys: true });

export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(camelCaseRows.columnOf(name));
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): SnakeCaseCompiler {
    return new SnakeCaseCompiler();
  }
}
