/** What tests of records share: a table with a field of every kind, a scope, and queries as a browser sends them. */
import { Ajv } from 'ajv'
import {
  isQueryError,
  parseQueryString,
  readListQuery,
  type FormModel,
  type ListQuery,
  type TableModel,
} from 'tablewright/protocol'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { list } from '../../../runtime/server/records/list.ts'
import type { Database } from '../../../runtime/server/db/index.ts'
import { field, reference, tableModel } from '../../support/models.ts'

const text = (zh: string, en: string) => ({ 'zh-cn': zh, en })
const option = (name: string, value: number | string) => ({
  name,
  value,
  label: text(`选项${name}`, `option ${name}`),
  tone: 'none' as const,
})

export const maker = tableModel('t/maker', {
  title: 'name',
  softDelete: 'deletetime',
  search: ['name'],
  fields: [field('name', 'text', { required: true }), field('secret', 'text', { private: true })],
})

/** A field of every kind, a private one, and a relation. */
export const thing = tableModel('t/thing', {
  title: 'name',
  sort: 'weigh',
  created: 'createtime',
  updated: 'updatetime',
  softDelete: 'deletetime',
  search: ['name', 'code'],
  key: ['code'],
  list: { columns: ['name'], sort: { field: 'id', direction: 'desc' } },
  indexes: [{ name: 'code', on: ['code'], unique: true }],
  fields: [
    field('name', 'text', { required: true, maxLength: 200 }),
    field('code', 'text', { maxLength: 64 }),
    field('note', 'textarea', { maxLength: 1000 }),
    field('count', 'integer'),
    field('price', 'decimal', { scale: 2 }),
    field('seen', 'datetime'),
    field('day', 'date'),
    field('clock', 'time'),
    field('status', 'enum', { options: [option('on', 10), option('off', 20)], default: 10 }),
    field('flavour', 'enum', { options: [option('sweet', 'sweet'), option('sour', 'sour')] }),
    field('sizes', 'set', { options: [option('small', 1), option('large', 2), option('huge', 3)] }),
    field('tags', 'tags'),
    field('facts', 'pairs'),
    field('list', 'text', { maxLength: 200 }),
    reference('maker_id', maker),
    field('secret', 'text', { private: true }),
    field('total', 'decimal', { scale: 3, readOnly: true, default: '0.000' }),
  ],
})

/** A scope on a database with these tables; forms become validators as the build compiles them. */
export function scopeOn(
  database: Database,
  models: readonly TableModel[],
  more: Partial<Scope> = {},
  forms: readonly FormModel[] = [],
): Scope {
  const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false })
  const validators = new Map(forms.map((form) => [form.id, ajv.compile(form.schema)]))
  return {
    database,
    registry: createRegistry(models),
    settings: defaultSettings({ version: '0', uploadFolder: '/nowhere' }),
    language: 'en',
    actor: { id: 7, username: 'tester', super: true, nodes: new Set(), groups: [] },
    validators: async (id) => validators.get(id) ?? null,
    ...more,
  }
}

/** The list query of a raw query string. Throws what http would refuse. */
export function query(raw: string): ListQuery {
  const tree = parseQueryString(raw)
  const read = isQueryError(tree) ? tree : readListQuery(tree)
  if (isQueryError(read)) throw new OperationError('bad_query')
  return read
}

/** `data` of `index`. */
export async function index(
  scope: Scope,
  model: TableModel,
  raw: string,
): Promise<{ list: Record<string, unknown>[]; total?: number; more?: boolean; options?: Record<string, unknown>[] }> {
  return JSON.parse(JSON.stringify(await list(scope, model, query(raw))))
}

export async function ids(scope: Scope, model: TableModel, raw: string): Promise<unknown[]> {
  return (await index(scope, model, raw)).list.map((row) => row['id'])
}

/** The refusal the work ends in. */
export async function refusal(work: Promise<unknown> | (() => Promise<unknown>)): Promise<OperationError> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
