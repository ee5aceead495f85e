/**
 * Table modules: one Lucid model a table. Plain rows are read and written through it. Statements of hot paths are SQL that takes its lists of
 * columns from it.
 */
import { BaseModel, column } from '@adonisjs/lucid/orm'
import type {
  LucidModel,
  LucidRow,
  ModelAdapterOptions,
  ModelAttributes,
  ModelQueryBuilderContract,
} from '@adonisjs/lucid/types/model'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'

export { column } from '@adonisjs/lucid/orm'

/** A JSON column. Lucid would send a list as an array of PostgreSQL. */
export const jsonColumn = () =>
  column({ prepare: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)) })

type Action = 'insert' | 'update' | 'delete' | 'refresh'

/** The values of a row, by the names of the model's attributes. */
export type Attributes<Model extends LucidRow> = ModelAttributes<Model>

/** A row of a table. An insert returns the columns that the database filled, and none of the given ones, which may be large. */
export abstract class Row extends BaseModel {
  override $getQueryFor(action: Action, client: QueryClientContract): any {
    const query = super.$getQueryFor(action as 'insert', client)
    if (action !== 'insert') return query
    const columns = [...(this.constructor as LucidModel).$columnsDefinitions]
    const filled = columns.filter(([attribute]) => this.$attributes[attribute] === undefined)
    // The query builder needs at least one column.
    return query.returning((filled.length > 0 ? filled : columns.slice(0, 1)).map(([, each]) => each.columnName))
  }
}

/** A row of a private table. Lucid knows keys of one column, so its statements get the owner here. */
export abstract class PrivateRow extends Row {
  @column() declare userId: string

  override $getQueryFor(action: Action, client: QueryClientContract): any {
    const query = super.$getQueryFor(action, client)
    return action === 'insert' ? query : query.where('user_id', this.userId)
  }

  /** Selects rows of a user. */
  static of<Table extends LucidModel>(this: Table, userId: string, options?: ModelAdapterOptions) {
    const rows: ModelQueryBuilderContract<Table, InstanceType<Table>> = this.query(options)
    return rows.where('user_id', userId)
  }
}

const columnNames = (table: LucidModel, without: readonly string[]): string[] => {
  table.boot()
  return [...table.$columnsDefinitions.values()]
    .map(({ columnName }) => columnName)
    .filter((name) => !without.includes(name))
}

/** Lists the columns of a table for SQL, such as `id, name` or, with an alias, `m.id, m.name`. */
export const columnsOf = (
  table: LucidModel,
  { without = [], alias }: { without?: readonly string[]; alias?: string } = {}
): string =>
  columnNames(table, without)
    .map((name) => (alias === undefined ? name : `${alias}.${name}`))
    .join(', ')

/** Lists columns like `columnsOf`, under the names of the attributes: `id, lorebook_id AS "lorebookId"`. */
export const attributesOf = (
  table: LucidModel,
  { without = [], alias }: { without?: readonly string[]; alias?: string } = {}
): string =>
  columnNames(table, without)
    .map((name) => {
      const [attribute, column] = [table.$keys.columnsToAttributes.get(name, name), alias ? `${alias}.${name}` : name]
      return attribute === name ? column : `${column} AS "${attribute}"`
    })
    .join(', ')

/**
 * The beginning of a statement that copies rows: `INSERT INTO … SELECT …`, without the FROM. It copies every column, apart from those in
 * `values`, which get this SQL, and those in `without`, which get their defaults.
 */
export const copyOf = (
  table: LucidModel,
  {
    values,
    without = [],
    alias = table.table,
  }: { values: Record<string, string>; without?: readonly string[]; alias?: string }
): string => {
  const names = columnNames(table, without)
  return `INSERT INTO ${table.table} (${names.join(', ')}) SELECT ${names.map((name) => values[name] ?? `${alias}.${name}`).join(', ')}`
}

/** Lists some columns as the model's attributes, like `attributesOf`. For tables whose other columns must stay on the server. */
export const pickAttributes = <Table extends LucidModel>(
  table: Table,
  attributes: readonly (keyof Attributes<InstanceType<Table>> & string)[],
  alias = ''
): string => {
  table.boot()
  const prefix = alias && `${alias}.`
  return attributes.map((name) => `${prefix}${table.$keys.attributesToColumns.get(name, name)} AS "${name}"`).join(', ')
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** A row as the driver returns it, by the names of the columns. */
export type StoredRow<Model extends LucidRow> = {
  [Key in keyof Attributes<Model> & string as SnakeCase<Key>]: Attributes<Model>[Key]
}
