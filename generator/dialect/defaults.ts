/**
 * What counts where a keyword is left out, by object and keyword. Keywords without an entry have no effect when
 * absent.
 */
export const defaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  entity: { 'x-actions': 'all actions; `restore` and `mail` only when listed, `sortable` only with `sort`' },
  entityMeta: { table: '`<module>_<name>`', controller: '`<module>.<Name>`', storage: '`table`' },
  adopted: { schema: '`public`', id: '`column`', numbered: '`false`', view: '`false`' },
  field: { readOnly: '`false`', writeOnly: '`false`', 'x-private': '`false`' },
  overlayTable: { after: 'the last columns' },
  overlayMail: { after: 'the last fields' },
  overlaySection: { 'x-label': 'no heading', after: 'the end of the section' },
  overlayViews: {
    table: 'no column is added',
    mail: 'no field is added',
    form: 'a section with the label of the module',
  },
  option: { tone: '`none`' },
  relation: { show: '`title` of the target', onDelete: '`restrict`', owned: '`false`' },
  column: { filter: 'the operator of the kind' },
  computed: { stored: '`true`' },
  index: { unique: '`false`' },
  tableView: { columns: 'the first eight suitable fields', sort: 'descending by `sort`, otherwise by `id`' },
  section: { 'x-label': 'no heading' },
  grid: { 'x-label': 'no heading' },
  check: { field: 'the first writable field of the rule', allowExisting: '`false`' },
  machine: { editable: 'every state', deletable: 'every state', final: 'no state' },
  machineAction: { tone: '`none`', from: 'every state', required: 'every input' },
  ledgerBalance: { floor: '`0`' },
  posting: { each: 'the document itself', when: 'every line', balanced: '`false`' },
  policy_all: { on: '`x-entity.owner`, otherwise `admin_id`' },
  module: { order: '`0`', menu: 'entities by id' },
}
