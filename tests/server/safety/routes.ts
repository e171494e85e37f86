/**
 * How each route that belongs to no table is asked about an own, another's and an absent thing, and what it then
 * answers.
 */
import { publishNotice } from '../../../runtime/server/identity/notifications/publish.ts'
import { openSession } from '../../../runtime/server/identity/session/sessions.ts'
import { createToken } from '../../../runtime/server/identity/session/tokens.ts'
import type { Answer, TestApp, Role } from './roles.ts'

export type Kind = 'own' | 'other' | 'absent'
export type Method = 'GET' | 'POST' | 'DELETE'
export const absent = 9_999_999

export interface RouteCase {
  readonly method: Method
  /** Absent = it looks at no record, so it is asked once. */
  readonly kinds?: readonly Kind[]
  /** Query or body, made for the role. */
  readonly with?: (app: TestApp, role: Role, kind: Kind) => Promise<object> | object
  /** What it answers behind its door; `done` for all roles when absent. */
  readonly says?: (role: Role, kind: Kind) => string
  /** Asked without the role's token, because it would end the role's session. */
  readonly bare?: boolean
}

const all: readonly Kind[] = ['own', 'other', 'absent']
/** Somebody else; one of no group is below everybody, so only the right itself stands in the way. */
const beside = (role: Role): string => (role.name === 'groupless' ? 'reader' : 'groupless')
const hasMenu = (role: Role): boolean => role.super || ['writer', 'reader', 'keeper'].includes(role.name)

async function sessionOf(app: TestApp, admin: number): Promise<number> {
  return app.database.write(async (trx) => {
    const id = await openSession(trx, admin, { ip: '127.0.0.1', device: 'matrix', rotates: false })
    await createToken(trx, { accountId: admin, type: 'admin', life: 3600, sessionId: id })
    return id
  })
}

export async function setAccount(app: TestApp, admin: number, values: Record<string, number | null>): Promise<void> {
  await app.database.write((trx) => trx.updateTable('admin').set(values).where('id', '=', admin).execute())
}

/** The access token of a session in which the account has that step to do. */
export async function pendingToken(app: TestApp, admin: number, step: string): Promise<string> {
  await setAccount(app, admin, { must_change_password: step === 'password' ? 1 : 0 })
  return app.database.write(async (trx) => {
    const visitor = { ip: '127.0.0.1', device: 'matrix', rotates: true }
    const sessionId = await openSession(trx, admin, visitor, step !== 'code')
    return createToken(trx, { accountId: admin, type: 'admin', life: 3600, sessionId })
  })
}

const ownerOf = (app: TestApp, role: Role, kind: Kind): number =>
  (kind === 'own' ? role : app.role(beside(role))).id ?? app.role('reader').id!

async function endedSession(app: TestApp, role: Role, kind: Kind): Promise<object> {
  return { id: kind === 'absent' ? absent : await sessionOf(app, ownerOf(app, role, kind)) }
}

async function readNotice(app: TestApp, role: Role, kind: Kind): Promise<object> {
  const id =
    kind === 'absent'
      ? absent
      : await publishNotice(app.database, {
          title: { 'zh-cn': '通知', en: 'Notice' },
          content: { 'zh-cn': '', en: '' },
          to: { admins: [ownerOf(app, role, kind)] },
        })
  return { id }
}

/** By `area/controller/action`, in lower case. */
export const routeCases: Readonly<Record<string, readonly RouteCase[]>> = {
  'admin/index/login': [
    { method: 'GET', says: (role) => (role.token ? 'sign in' : 'done') },
    { method: 'POST', says: (role) => (role.token ? 'sign in' : 'invalid') },
  ],
  'admin/index/logout': [{ method: 'POST', bare: true }],
  // No mail server is set up.
  'admin/index/sendrecoverycode': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/index/resetpassword': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/index/index': [{ method: 'GET', says: (role) => (hasMenu(role) ? 'done' : 'refused') }],
  'admin/index/why': [
    { method: 'GET', with: () => ({ node: 'shop/unit/add' }) },
    { method: 'GET', says: () => 'bad_query' },
  ],
  'admin/index/openapi': [{ method: 'GET' }],
  'admin/dashboard/index': [{ method: 'GET' }],
  'admin/ajax/clearcache': [
    { method: 'POST', with: () => ({ type: 'all' }), says: (role) => (role.super ? 'done' : 'no right') },
  ],
  // Without a process of the designer they say so to super administrators, and nothing to others.
  ...Object.fromEntries(
    ['index', 'entity', 'history', 'tables', 'values'].map((action) => [
      `admin/crud.crud/${action}`,
      [{ method: 'GET' as const, says: (role: Role) => (role.super ? 'bad_state' : 'no right') }],
    ]),
  ),
  ...Object.fromEntries(
    ['start', 'preview', 'patch', 'apply', 'delete'].map((action) => [
      `admin/crud.crud/${action}`,
      [{ method: 'POST' as const, says: (role: Role) => (role.super ? 'bad_state' : 'no right') }],
    ]),
  ),
  'admin/module/index': [{ method: 'GET' }],
  'admin/module/state': [{ method: 'GET', says: () => 'not_found' }],
  'admin/module/data': [{ method: 'GET', says: () => 'not_found' }],
  'admin/module/changestate': [{ method: 'POST', says: (role) => (role.super ? 'not_found' : 'no right') }],
  'admin/ajax/area': [{ method: 'GET' }],
  'admin/ajax/undo': [{ method: 'POST', says: () => 'not_found' }],
  'admin/ajax/undoable': [{ method: 'GET' }],
  'api/ajax/area': [{ method: 'GET' }],
  'admin/ajax/buildsuffixsvg': [{ method: 'GET', says: () => 'bad_query' }],
  'api/ajax/buildsuffixsvg': [{ method: 'GET', says: () => 'bad_query' }],
  'admin/ajax/gettablepk': [{ method: 'GET', says: () => 'not_found' }],
  'admin/ajax/gettablefieldlist': [{ method: 'GET', says: () => 'not_found' }],
  'admin/ajax/gettablelist': [{ method: 'GET' }],
  'admin/ajax/getdatabaseconnectionlist': [{ method: 'GET' }],
  // Refusals of the stream are streams; their texts are in terminal.test.ts.
  'admin/ajax/terminal': [{ method: 'GET', says: () => 'refused' }],
  'admin/terminal/index': [{ method: 'GET', says: () => 'refused' }],
  'admin/ajax/terminalticket': [{ method: 'POST', says: (role) => (role.super ? 'invalid' : 'no right') }],
  'admin/ajax/changeterminalconfig': [
    { method: 'POST', with: () => ({ manager: 'npm' }), says: (role) => (role.super ? 'done' : 'no right') },
  ],
  'admin/live/ticket': [{ method: 'POST' }],
  'admin/live/topic': [
    {
      method: 'GET',
      kinds: all,
      with: (app, role, kind) => ({ topic: `notice:${kind === 'absent' ? absent : ownerOf(app, role, kind)}` }),
      says: (_role, kind) => (kind === 'own' ? 'done' : 'not_found'),
    },
    { method: 'GET', says: () => 'bad_query' },
  ],
  // A record out of reach looks like one that is not there: hub.test.ts.
  'admin/live/record': [{ method: 'GET' }],
  'admin/ajax/upload': [{ method: 'POST', says: () => 'invalid' }],
  // Uploads go to the server here: those to a cloud store are refused with that.
  'admin/cos/refreshtoken': [{ method: 'GET', says: () => 'invalid' }],
  'admin/cos/begin': [{ method: 'POST', says: () => 'invalid' }],
  'admin/cos/slices': [{ method: 'POST', says: () => 'invalid' }],
  'admin/cos/abort': [{ method: 'POST', says: () => 'invalid' }],
  'admin/cos/callback': [{ method: 'POST', says: () => 'invalid' }],
  'admin/routine.config/add': [{ method: 'POST', says: () => 'invalid' }],
  // What is there and can be defined anew is in config/redefinition.ts.
  'admin/routine.config/redefine': [{ method: 'POST', says: () => 'not_found' }],
  'admin/routine.config/del': [{ method: 'DELETE', says: () => 'not_found' }],
  // No module of this test sends mail.
  'admin/routine.config/sendtestmail': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/routine.attachment/usage': [{ method: 'GET' }],
  'admin/security.datarecycle/tables': [{ method: 'GET' }],
  'admin/security.sensitivedata/tables': [{ method: 'GET' }],
  // What is kept and comes back is in recovery.test.ts.
  'admin/security.datarecyclelog/info': [{ method: 'GET', says: () => 'not_found' }],
  'admin/security.datarecyclelog/restore': [{ method: 'POST', says: () => 'not_found' }],
  'admin/security.sensitivedatalog/info': [{ method: 'GET', says: () => 'not_found' }],
  'admin/security.sensitivedatalog/rollback': [{ method: 'POST', says: () => 'not_found' }],
  'admin/routine.admininfo/index': [
    {
      method: 'GET',
      kinds: all,
      with: (app, role, kind) => ({ id: kind === 'absent' ? absent : ownerOf(app, role, kind) }),
    },
  ],
  'admin/routine.admininfo/edit': [
    {
      method: 'POST',
      kinds: all,
      with: (app, role, kind) => ({
        id: kind === 'absent' ? absent : ownerOf(app, role, kind),
        motto: `by ${role.name}`,
      }),
    },
  ],
  // Without the current password nothing changes, whatever id is sent.
  'admin/routine.admininfo/password': [
    {
      method: 'POST',
      kinds: all,
      with: (app, role, kind) => ({
        id: kind === 'absent' ? absent : ownerOf(app, role, kind),
        password: 'An0ther-one',
      }),
      says: () => 'invalid',
    },
  ],
  // The session of the role is verified, and none of them has a second factor.
  'admin/index/code': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/routine.admininfo/factor': [{ method: 'GET' }],
  'admin/routine.admininfo/noticemail': [{ method: 'GET' }],
  'admin/routine.admininfo/savenoticemail': [
    { method: 'POST', with: () => ({ kinds: ['system/ownAccount'], language: 'en' }) },
    { method: 'POST', says: () => 'bad_query' },
  ],
  'admin/routine.admininfo/enrolfactor': [{ method: 'POST', says: () => 'invalid' }],
  'admin/routine.admininfo/confirmfactor': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/routine.admininfo/disablefactor': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/routine.admininfo/recoverycodes': [{ method: 'POST', says: () => 'bad_state' }],
  'admin/auth.group/roleoptions': [{ method: 'GET' }],
  'admin/auth.admin/resetfactor': [
    {
      method: 'POST',
      kinds: all,
      with: (app, role, kind) => ({ id: kind === 'absent' ? absent : ownerOf(app, role, kind) }),
      says: (_role, kind) => (kind === 'absent' ? 'not_found' : 'bad_state'),
    },
  ],
  'admin/routine.admininfo/sessions': [
    {
      method: 'GET',
      kinds: all,
      with: (app, role, kind) =>
        kind === 'own' ? {} : { admin_id: kind === 'absent' ? absent : ownerOf(app, role, kind) },
      says: (role, kind) => (kind === 'own' || role.super || role.holds('auth/admin/edit') ? 'done' : 'no right'),
    },
  ],
  'admin/routine.admininfo/endsession': [
    {
      method: 'POST',
      kinds: all,
      with: endedSession,
      says: (role, kind) =>
        kind === 'own' || (kind === 'other' && (role.super || role.holds('auth/admin/edit'))) ? 'done' : 'not_found',
    },
  ],
  'admin/routine.config/index': [{ method: 'GET' }],
  'admin/routine.config/edit': [{ method: 'POST' }],
  'admin/notification.index/index': [{ method: 'GET' }],
  'admin/notification.index/push': [{ method: 'GET' }],
  'admin/notification.index/read': [
    { method: 'POST', kinds: all, with: readNotice, says: (_role, kind) => (kind === 'own' ? 'done' : 'not_found') },
  ],
  'admin/notification.index/readall': [{ method: 'POST' }],
  'api/common/clickcaptcha': [
    { method: 'GET', with: () => ({ id: 'matrix' }) },
    { method: 'GET', says: () => 'bad_query' },
  ],
  'api/common/checkclickcaptcha': [{ method: 'POST', says: () => 'refused' }],
  'api/common/refreshtoken': [{ method: 'POST', says: () => 'refused' }],
  'api/index/index': [{ method: 'GET' }],
  // The session does not matter: another server calls it, and a signature decides.
  'api/t.notify/paid': [{ method: 'POST', says: () => 'received' }],
  'api/user/checkin': [
    { method: 'GET', says: () => 'refused' },
    { method: 'POST', says: () => 'refused' },
  ],
}

/** An answer in a word. */
export function outcomeOf({ status, code, text, headers, data }: Answer): string {
  if (status !== 200) return `HTTP ${status}`
  if (String(headers['content-type']).startsWith('text/csv')) return 'done'
  if (String(headers['content-type']).startsWith('text/event-stream'))
    return text.includes('command-exec-error') ? 'refused' : 'done'
  if (code === 302) return 'sign in'
  if (code === 401) return 'no right'
  if (code === 1) return 'done'
  const reason = (data as { reason?: unknown } | null)?.reason
  return typeof reason === 'string' ? reason : data === null || Array.isArray(data) ? 'refused' : text
}
