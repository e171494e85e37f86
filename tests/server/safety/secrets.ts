/** Tables with much to hide. */
import { field, reference, tableModel } from '../../support/models.ts'

const all = ['index', 'add', 'edit', 'del', 'import', 'export', 'sortable'] as const

/** Looked into by quick search, ordered by weight, one of its hidden fields unique. */
export const secret = tableModel('t/secret', {
  title: 'name',
  key: ['name'],
  search: ['name', 'pin', 'hash'],
  sort: 'weigh',
  actions: all,
  indexes: [{ name: 'pin', on: ['pin'], unique: true }],
  fields: [
    field('name', 'text', { required: true }),
    field('pin', 'text', { private: true }),
    field('hash', 'text', { private: true, readOnly: true }),
    field('tags', 'tags', { private: true }),
  ],
})

/** Its label would be the secret's private field, if labels of private fields were shown. */
export const secretLink = tableModel('t/secret_link', {
  title: 'name',
  actions: all,
  fields: [
    field('name', 'text', { required: true }),
    { ...reference('secret_id', secret), relation: { ...reference('secret_id', secret).relation!, show: 'pin' } },
  ],
})
