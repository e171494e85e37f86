/**
 * T20: every role × every table route × own, other and absent record; what is expected follows from roles, rights and
 * policies alone.
 */
import { expect } from 'vitest'
import { importRoutes, recordRoutes, type ActionName, type TableModel } from 'tablewright/protocol'
import { sampleStep } from '../../support/databases.ts'
import { node, type Answer, type TestApp, type Role } from './roles.ts'
import { absent, outcomeOf, type Kind } from './routes.ts'

/**
 * Tables whose records have rules of their own (who may change whom): asked here for the right only, their rules are
 * asked with the other routes.
 */
const withLadder: ReadonlySet<string> = new Set([
  'system/admin',
  'system/admin_group',
  'system/admin_rule',
  // Entries are shown to those who see the table that they are about.
  'system/data_recycle_log',
  'system/sensitive_data_log',
])

const tablesOf = (app: TestApp): readonly TableModel[] => app.models.filter((one) => one.storage === 'table')

const sees = (role: Role, model: TableModel, kind: Kind): boolean =>
  kind !== 'absent' && (role.super || kind === 'own' || !model.policy?.limit)

/** What the door says before any record is looked at. */
const door = (role: Role, model: TableModel, action: ActionName): 'sign in' | 'no right' | 'open' =>
  role.token === null ? 'sign in' : role.super || role.holds(node(model, action)) ? 'open' : 'no right'

const ask = async (
  app: TestApp,
  role: Role,
  model: TableModel,
  { action, method }: { readonly action: ActionName; readonly method: 'GET' | 'POST' | 'DELETE' },
  { id, partner }: { readonly id: number; readonly partner: number },
): Promise<Answer> => {
  const url = `/admin/${model.controller}/${action}`
  if (action === 'edit' && method === 'GET') return app.send(role, 'GET', `${url}?id=${id}`)
  if (action === 'edit') return app.send(role, 'POST', url, { payload: { id } })
  if (action === 'del') return app.send(role, 'DELETE', `${url}?ids[]=${id}`)
  if (action === 'sortable') return app.send(role, 'POST', url, { payload: { id, targetId: partner } })
  if (action === 'mail') return app.send(role, 'POST', url, { payload: { id, preview: true } })
  return app.send(role, method, url, method === 'POST' ? { payload: {} } : {})
}

/** The answer that follows once the door is open. */
const beyond = (role: Role, model: TableModel, action: ActionName, kind: Kind): readonly string[] => {
  if (action === 'index' || action === 'export') return ['done']
  if (action === 'import') return ['invalid']
  // No module of the test sends mail.
  if (action === 'mail') return [sees(role, model, kind) ? 'bad_state' : 'not_found']
  if (action === 'add')
    return model.fields.some((field) => field.required && !field.readOnly)
      ? ['invalid']
      : model.checks
        ? ['done', 'invalid']
        : ['done']
  if (!sees(role, model, kind)) return ['not_found']
  // Nobody deletes an entry of the log before its time.
  return model.id === 'system/admin_log' && action === 'del' ? ['bad_state'] : ['done']
}

/** Records of each table by owner, so that a cell adds one only when the one before it changed or deleted its own. */
function createRecords(app: TestApp) {
  const ids = new Map<string, number>()
  const keyOf = (model: TableModel, owner: number | null, use: string): string => `${model.id} ${owner} ${use}`
  return {
    async get(model: TableModel, owner: number | null, use = ''): Promise<number> {
      const key = keyOf(model, owner, use)
      const id = ids.get(key) ?? (await app.insert(model, owner))
      ids.set(key, id)
      return id
    },
    /** The next cell gets another one. */
    discard(model: TableModel, owner: number | null): void {
      ids.delete(keyOf(model, owner, ''))
    },
  }
}

/** Asks every cell of the tables' own routes. @returns the cells that answered otherwise, and how many were asked */
export async function askTableCells(
  app: TestApp,
): Promise<{ readonly wrong: readonly string[]; readonly cells: number }> {
  const wrong: string[] = []
  const records = createRecords(app)
  let cells = 0
  for (const model of tablesOf(app)) {
    for (const action of model.actions) {
      for (const method of methodsFor(action)) {
        for (const role of app.roles) {
          for (const kind of recordKinds(action)) {
            if (withLadder.has(model.id) && kind !== 'absent') continue
            if (cells++ % sampleStep !== 0) continue
            const owner = kind === 'own' ? role.id : 107
            const partner =
              kind === 'absent' || withLadder.has(model.id) ? absent + 1 : await records.get(model, role.id, 'partner')
            const id = kind === 'absent' ? absent : await records.get(model, owner)
            const answer = await ask(app, role, model, { action, method }, { id, partner })
            const entrance = door(role, model, action)
            const expected =
              entrance === 'open'
                ? withLadder.has(model.id)
                  ? ['done', 'not_found', 'invalid', 'bad_state']
                  : beyond(role, model, action, kind)
                : [entrance]
            if (!expected.includes(outcomeOf(answer)))
              wrong.push(
                `${role.name} ${method} ${model.id}/${action} ${kind}: ${outcomeOf(answer)}, expected ` +
                  `${expected.join('/')}`,
              )
            if (
              kind !== 'absent' &&
              !(await isThere(app, model, id)) &&
              !(action === 'del' && expected.includes('done'))
            )
              wrong.push(`${role.name} ${model.id}/${action} ${kind}: the record went`)
            if (outcomeOf(answer) === 'done') records.discard(model, owner)
          }
        }
      }
    }
  }
  return { wrong, cells }
}

/** Asks each role for each route of a watched import, about an import that is not there. @returns the wrong cells */
export async function askImportCells(app: TestApp): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const model of tablesOf(app).filter(({ actions }) => actions.includes('import'))) {
    for (const route of importRoutes) {
      const isRead = route === 'importState' || route === 'importErrors'
      for (const role of app.roles) {
        const url = `/admin/${model.controller}/${route}`
        const answer = outcomeOf(
          isRead
            ? await app.send(role, 'GET', `${url}?run=${absent}`)
            : await app.send(role, 'POST', url, { payload: route === 'importFile' ? {} : { run: absent } }),
        )
        const entrance = door(role, model, 'import')
        const expected = entrance !== 'open' ? entrance : route === 'importFile' ? 'invalid' : 'not_found'
        if (answer !== expected) wrong.push(`${role.name} ${model.id}/${route}: ${answer}, expected ${expected}`)
      }
    }
  }
  return wrong
}

/** Asks every cell of the actions of machines. @returns the cells that answered otherwise */
export async function askMachineCells(app: TestApp): Promise<readonly string[]> {
  const wrong: string[] = []
  const records = createRecords(app)
  for (const model of tablesOf(app)) {
    for (const action of model.machine?.actions ?? []) {
      for (const role of app.roles) {
        for (const kind of ['own', 'other', 'absent'] as const) {
          const owner = kind === 'own' ? role.id : 107
          const id = kind === 'absent' ? absent : await records.get(model, owner)
          const before = await rowOf(app, model, id)
          const answer = outcomeOf(
            await app.send(role, 'POST', `/admin/${model.controller}/${action.name}`, { payload: { id } }),
          )
          const isOpen = role.token !== null && (role.super || role.holds(node(model, action.name)))
          const asks = action.input.some((input) => input.required) ? ['invalid'] : []
          const expected =
            role.token === null
              ? ['sign in']
              : !isOpen
                ? ['no right']
                : sees(role, model, kind)
                  ? ['done', 'bad_state', 'invalid', 'stock_short']
                  : ['not_found', ...asks]
          if (!expected.includes(answer))
            wrong.push(`${role.name} ${model.id}/${action.name} ${kind}: ${answer}, expected ${expected.join('/')}`)
          if (answer === 'done') records.discard(model, owner)
          else expect(await rowOf(app, model, id)).toEqual(before)
        }
      }
    }
  }
  return wrong
}

/** Routes of single records: those of tables that are edited have a history. */
export const recordRoutesOf = ({ machine, actions }: TableModel): readonly (typeof recordRoutes)[number][] =>
  machine ? recordRoutes : actions.includes('edit') ? ['history'] : []

/** Asks for every record with states and for histories. @returns the cells that answered otherwise */
export async function askRecordCells(app: TestApp): Promise<readonly string[]> {
  const wrong: string[] = []
  const records = createRecords(app)
  // Menu rules are reached by those who hold them, whoever made them.
  const asked = tablesOf(app).filter((one) => one.actions.includes('index') && one.id !== 'system/admin_rule')
  for (const model of asked) {
    for (const action of recordRoutesOf(model)) {
      for (const role of app.roles) {
        for (const kind of ['own', 'other', 'absent'] as const) {
          const id = kind === 'absent' ? absent : await records.get(model, kind === 'own' ? role.id : 107)
          const answer = outcomeOf(await app.send(role, 'GET', `/admin/${model.controller}/${action}?id=${id}`))
          const isOpen = role.token !== null && (role.super || role.holds(node(model, 'index')))
          const expected =
            role.token === null ? 'sign in' : !isOpen ? 'no right' : sees(role, model, kind) ? 'done' : 'not_found'
          if (answer !== expected)
            wrong.push(`${role.name} ${model.id}/${action} ${kind}: ${answer}, expected ${expected}`)
        }
      }
    }
  }
  return wrong
}

const rowOf = (app: TestApp, model: TableModel, id: number) =>
  app.database.query.selectFrom(model.table).selectAll().where('id', '=', id).executeTakeFirst()

async function isThere(app: TestApp, model: TableModel, id: number): Promise<boolean> {
  const row = await app.database.query.selectFrom(model.table).selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && (model.softDelete === null || row[model.softDelete] === null)
}

/** S14: every node a route asks for exists among the rules, and every rule of an action is asked for by a route. */
export async function expectRulesMatchRoutes(app: TestApp): Promise<void> {
  const rules = await app.database.query.selectFrom('admin_rule').select(['name', 'type']).execute()
  const names = new Set(rules.map((rule) => String(rule['name']).toLowerCase()))
  const nodes = app.routes.filter((route) => route.node !== null).map((route) => route.node!.toLowerCase())
  expect(nodes.filter((one) => !names.has(one))).toEqual([])
  expect(nodes.length).toBeGreaterThan(80)
  const buttons = rules.filter((rule) => rule['type'] === 'button').map((rule) => String(rule['name']).toLowerCase())
  const asked = new Set(
    app.models.flatMap((model) =>
      (model.machine?.actions ?? []).flatMap((action) =>
        action.rights.map((right) => node(model, right.name).toLowerCase()),
      ),
    ),
  )
  expect(buttons.filter((one) => !nodes.includes(one) && !asked.has(one) && !withoutRoute.has(one))).toEqual([])
}

/** Rules of actions that are done without a route of their own. */
const withoutRoute: ReadonlySet<string> = new Set()

function methodsFor(action: ActionName): readonly ('GET' | 'POST' | 'DELETE')[] {
  const methods: Readonly<Record<ActionName, readonly ('GET' | 'POST' | 'DELETE')[]>> = {
    index: ['GET'],
    add: ['POST'],
    edit: ['GET', 'POST'],
    del: ['DELETE'],
    restore: ['POST'],
    sortable: ['POST'],
    import: ['POST'],
    export: ['GET'],
    mail: ['POST'],
  }
  return methods[action]
}

/** Actions that look at no record are asked once. */
function recordKinds(action: ActionName): readonly Kind[] {
  return action === 'edit' || action === 'del' || action === 'sortable' || action === 'mail'
    ? ['own', 'other', 'absent']
    : ['absent']
}
