/** Tables with much to hide. */
import { field, reference, tableModel } from '../../support/models.ts'

const all = ['index', 'add', 'edit', 'del', 'import', 'export', 'sortable'] as const

/** Looked into by quick search, ordered by weight, one of its hidden fields unique. */
export const vault = tableModel('t/vault', {
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

/** Its label would be the vault's private field, if labels of private fields were shown. */
export const keyring = tableModel('t/keyring', {
  title: 'name',
  actions: all,
  fields: [
    field('name', 'text', { required: true }),
    { ...reference('vault_id', vault), relation: { ...reference('vault_id', vault).relation!, show: 'pin' } },
  ],
})
