/** Names of columns: camelCase in code, snake_case in SQL. */
import { CamelCasePlugin, PostgresDialect, PostgresQueryCompiler } from 'kysely';

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
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): SnakeCaseCompiler {
    return new SnakeCaseCompiler();
  }
}
