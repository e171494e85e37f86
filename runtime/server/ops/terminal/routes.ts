/** `ajax/terminal` and its older name `Terminal/index`, the tickets for them, and the terminal's settings. */
import { codes, type QueryTree } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { isPackageManager } from '../../settings/package-managers.ts'
import { describeSettings } from '../../settings/setting-descriptions.ts'
import { readSender, type Sender } from './sender.ts'
import { control, type Terminal } from './terminal.ts'
import { useTicket } from '../../identity/session/ticket.ts'
import { createTicket, type TicketPurpose } from './ticket.ts'

/** Characters of the texts that a client sends and gets back with each message. */
const maxTextLength = 500

export function terminalRoutes(terminal: Terminal): readonly Route[] {
  const stream = (controller: string, action: string, exitName: string): Route =>
    defineRoute({
      area: 'admin',
      controller,
      action,
      method: 'GET',
      // The sender is checked by the handler, because the address carries what proves it; refusals are streams, too.
      login: 'none',
      node: null,
      handler: (scope) => openTerminal(scope, terminal, exitName),
    })
  return [
    stream('ajax', 'terminal', 'exitCode'),
    stream('Terminal', 'index', 'exitcode'),
    defineRoute({
      area: 'admin',
      controller: 'ajax',
      action: 'terminalTicket',
      method: 'POST',
      login: 'admin',
      node: null,
      handler: (scope) => answerTicket(scope, terminal),
    }),
    defineRoute({
      area: 'admin',
      controller: 'ajax',
      action: 'changeTerminalConfig',
      method: 'POST',
      login: 'admin',
      node: null,
      handler: changeConfig,
    }),
  ]
}

const textIn = (query: QueryTree, name: string): string => {
  const value = query.get(name)
  return typeof value === 'string' ? value.slice(0, maxTextLength) : ''
}

async function openTerminal(scope: RequestScope, terminal: Terminal, exitName: string): Promise<RouteAnswer> {
  const { query, language, settings } = scope
  const key = textIn(query, 'command')
  const [uuid, extend] = [textIn(query, 'uuid'), textIn(query, 'extend')]
  const refuse = (text: string): RouteAnswer => {
    const stream = terminal.openRefusal()
    stream.send({ data: `Error: ${text}`, uuid, extend, key })
    stream.send({ data: control.failed, uuid, extend, key })
    stream.end()
    return { events: stream.body }
  }
  const sender = await readSender(terminal.services, query.get('batoken'), { command: key, uuid }, settings)
  if (sender === 'expired') return refuse(t(language, 'problem.expired'))
  if (sender === 'none') return refuse(t(language, 'terminal.sign_in'))
  // Guard T63: only super administrators open the terminal.
  if (!sender.actor.super) return refuse(t(language, 'terminal.super'))
  // Guard T63: a command is a key of the map.
  // Without: const command = terminal.commands.get(key) ?? { file: key, args: [], line: key, environment: {}, isOurs:
  // false }
  const command = terminal.commands.get(key)
  if (!command) return refuse(t(language, 'terminal.unknown'))
  const stream = terminal.open(sender.actor.id)
  if (!stream) return refuse(t(language, 'terminal.too_many'))
  const entry = await admit(scope, sender).catch((error: unknown) => {
    stream.end()
    throw error
  })
  if (entry === null) {
    stream.end()
    return refuse(t(language, 'terminal.sign_in'))
  }
  // The client may already be gone, before anything is written to it.
  if (scope.signal?.aborted) stream.body.destroy()
  else scope.signal?.addEventListener('abort', () => stream.body.destroy(), { once: true })
  void terminal
    .run(stream, {
      command,
      sessionId: sender.sessionId,
      isPlain: sender.ticket === null,
      exitName,
      language,
      port: settings.terminal.port,
      send: (data) => stream.send({ data, uuid, extend, key }),
      sendOutput: (data) => stream.send({ data, uuid, extend, key, ...(sender.ticket !== null && { output: true }) }),
      t: (name, params) => t(language, name, params),
    })
    .then((outcome) => logEntry(scope, sender, { ...outcome }, entry))
    .catch((error: unknown) => scope.request.log.error({ err: error }, 'a run of the terminal was not logged'))
  return { events: stream.body }
}

/**
 * Uses the ticket up and logs the run in one transaction.
 * @returns the log's row, null when another request was first
 */
async function admit(scope: RequestScope, sender: Sender): Promise<number | null> {
  return scope.database.write(async (trx) => {
    if (sender.ticket !== null && !(await useTicket(trx, sender.ticket, 'admin'))) return null
    return (await scope.audit?.(trx, { title: ran, admin: sender.actor })) ?? 0
  })
}

/** Adds how a run ended to its log entry. */
async function logEntry(
  scope: RequestScope,
  { actor }: Sender,
  outcome: Readonly<Record<string, unknown>>,
  row: number,
): Promise<void> {
  await scope.database.write((trx) =>
    Promise.resolve(scope.audit?.(trx, { title: ran, admin: actor, row, data: { outcome } })),
  )
}

async function answerTicket(scope: RequestScope, terminal: Terminal): Promise<RouteAnswer> {
  const { body, database, language } = scope
  const { super: isSuper, id, account } = requireActor(scope)
  // Guard T63: only super administrators get tickets.
  if (!isSuper) return { code: codes.forbidden, msg: t(language, 'terminal.super'), data: [] }
  const purpose = readPurpose(body)
  if (!purpose || !terminal.commands.has(purpose.command))
    throw new OperationError('invalid', { text: 'terminal.unknown' })
  const sessionId = account?.session ?? null
  if (sessionId === null) throw new OperationError('bad_state', { text: 'terminal.sign_in' })
  const ticket = await database.write((trx) => createTicket(trx, { accountId: id, sessionId }, purpose))
  return { data: { ticket } }
}

function readPurpose({ command, uuid }: RequestScope['body']): TicketPurpose | null {
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxTextLength
  return isText(command) && isText(uuid) ? { command, uuid } : null
}

/** `{manager}`, and `{port}` from clients that have it. */
async function changeConfig(scope: RequestScope): Promise<RouteAnswer> {
  const { body, database, settings, settingsStore, language } = scope
  if (!requireActor(scope).super) return { code: codes.forbidden, msg: t(language, 'terminal.super'), data: [] }
  const { manager, port } = body
  if (!isPackageManager(manager))
    throw new OperationError('invalid', { errors: { manager: t(language, 'field.option') } })
  const values = new Map<string, string>([['terminal_package_manager', manager]])
  if (port !== undefined) {
    const read = describeSettings(settings)
      .find(({ name }) => name === 'terminal_port')
      ?.read(port)
    if (!read || !('stored' in read))
      throw new OperationError('invalid', { errors: { port: t(language, 'terminal.port') } })
    values.set('terminal_port', read.stored)
  }
  await database.write(async (trx) => {
    await settingsStore.change(trx, values)
    await scope.audit?.(trx, { title: changed })
  })
  settingsStore.invalidate()
  return { msg: t(language, 'saved'), data: null }
}

const ran = { 'zh-cn': '终端-执行命令', en: 'Terminal: run a command' } as const
const changed = { 'zh-cn': '终端-修改设置', en: 'Terminal: change settings' } as const
