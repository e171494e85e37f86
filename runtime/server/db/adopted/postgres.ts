/** Adopted tables in the SQL of PostgreSQL: they are in other schemas of the same database. */
import { columnType, type FieldModel, type StoredModel } from '../../../protocol/index.ts'
import type { AdoptedSql } from './adopted-sql.ts'
import { literal, quoted } from '../ddl.ts'

/** Schema of the product's own tables in a database that has adopted ones. */
export const ownSchema = 'tablewright'

export const postgresAdopted: AdoptedSql = {
  source: ({ schema = 'public', table }) => `${quoted(schema)}.${quoted(table)}`,
  // A block has far fewer than 65,536 rows.
  rowPlace: ({ isView }, alias) =>
    isView
      ? 'row_number() over ()'
      : `(cast(split_part(btrim(cast(${alias}.ctid as text), '()'), ',', 1) as bigint) * 65536 + ` +
        `cast(split_part(btrim(cast(${alias}.ctid as text), '()'), ',', 2) as bigint))`,
  // 52 bits and 1, so that it is never 0.
  hash: (values) => `((hashtextextended(cast(row(${values.join(', ')}) as text), 0) & 4503599627370495) + 1)`,
  read(column, field, source) {
    const value = readForm(column, field, source)
    return source.isEmptyText ? `nullif(${value}, '')` : value
  },
  write(field, source) {
    const [before, after] = writeForm(field, source)
    return source.isEmptyText ? [`coalesce(cast(${before}`, `${after} as text), '')`] : [before, after]
  },
}

const unit = ({ scale = 0 }: FieldModel): number => 10 ** scale

/** Texts compare by code point, as those of own tables. */
const text = (value: string): string => `(${value} collate "C")`

function readForm(column: string, field: FieldModel, { as, zone }: StoredModel): string {
  switch (as) {
    case 'number':
      return `cast(round(cast(${column} as numeric) * ${unit(field)}) as bigint)`
    case 'boolean':
      return `cast(${column} as integer)`
    case 'date':
    case 'midnight':
      return text(`to_char(${column}, 'YYYY-MM-DD')`)
    case 'datetime':
      return `cast(floor(extract(epoch from ${column} at time zone ${literal(zone ?? 'UTC')})) as bigint)`
    case 'seconds':
      return `cast(floor(extract(epoch from ${column})) as bigint)`
    case 'milliseconds':
      return `${column} / 1000`
    case 'time':
      return text(`to_char(${column}, 'HH24:MI:SS')`)
    case 'native':
    case 'digits':
      return text(`cast(${column} as text)`)
    case 'size':
      return `octet_length(${column})`
    case undefined:
      return columnType(field) === 'integer' ? column : text(`cast(${column} as text)`)
  }
}

function writeForm(field: FieldModel, { as, type, zone }: StoredModel): readonly [string, string] {
  const { scale = 0 } = field
  switch (as) {
    case 'number':
      return ['round(cast(', ` as numeric) / ${unit(field)}, ${scale})`]
    case 'boolean':
      return ['(cast(', ' as integer) <> 0)']
    case 'date':
      return ['cast(', ' as date)']
    case 'midnight':
      return ['cast(', ' as timestamp)']
    case 'datetime':
      return ['(to_timestamp(cast(', ` as double precision)) at time zone ${literal(zone ?? 'UTC')})`]
    case 'seconds':
      return ['to_timestamp(cast(', ' as double precision))']
    case 'milliseconds':
      return ['(cast(', ' as bigint) * 1000)']
    case 'time':
      return ['cast(', ' as time)']
    case 'native':
      return ['cast(', ` as ${type ?? 'text'})`]
    case 'digits':
      return ['cast(', ' as bigint)']
    case 'size':
    case undefined:
      return ['', '']
  }
}
