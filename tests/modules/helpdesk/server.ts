/** A second module: what the flagship does not need of the module API is exercised by a small help desk. */
import { createHmac } from 'node:crypto'
import type { Generated } from 'kysely'
import {
  createJobDefinition,
  createRouteDefinition,
  defineServerModule,
  enqueueJob,
  markup,
  OperationError,
  readHeavy,
  records,
  type Effect,
  type Hooks,
  type PublicPage,
  type WebhookReply,
} from 'tablewright/server'
import { defineRouteContract } from 'tablewright/protocol'
import type { AnyModule } from '../../../runtime/server/operation/entity-types.ts'
import { loadTestModule } from '../../support/schema-set.ts'

export const { manifest } = await loadTestModule('helpdesk')

interface HelpdeskTables {
  readonly helpdesk_ticket: {
    readonly id: Generated<number>
    readonly subject: string
    readonly topic: string | null
    readonly closed: number | null
    readonly createtime: number
    readonly version: number
  }
}

const defineJob = createJobDefinition<HelpdeskTables>()

const topicOf = (subject: string): string => (subject.includes('screen') ? 'hardware' : 'other')

const trialTicket = { 'zh-cn': '请删除试用工单', en: 'Leave out tickets that were a trial' }

/** Tickets have a topic from the beginning, whether they are typed or imported. */
const ticketHooks: Hooks = {
  async beforeCreate({ language }, _trx, { given, overrides }) {
    const subject = String(given.get('subject'))
    if (subject.startsWith('test')) throw new OperationError('invalid', { errors: { subject: trialTicket[language] } })
    if ((given.get('topic') ?? null) === null) overrides.set('topic', topicOf(subject))
  },
}

/** Gives a ticket its topic. */
const sortTicket = defineJob<{ readonly id: number }>({
  name: 'helpdesk/sortTicket',
  label: { 'zh-cn': '工单分类', en: 'Sort a ticket' },
  maxAttempts: 2,
  handler: ({ payload, scope, complete }) =>
    complete(async (trx) => {
      const tickets = records<AnyModule>(scope, trx)
      const ticket = await tickets.get('helpdesk/ticket', payload.id)
      if (!ticket) throw new Error(`There is no ticket ${payload.id}.`)
      await tickets.update('helpdesk/ticket', payload.id, { topic: topicOf(String(ticket['subject'])) })
      await scope.audit?.(trx, { title: sortTicket.label })
    }),
})

const defineModuleRoute = createRouteDefinition<HelpdeskTables>()

/** Tickets by topic. */
export const loadByTopic = defineRouteContract({
  path: 'helpdesk.Ticket/load',
  area: 'admin',
  method: 'GET',
  input: {
    type: 'object',
    properties: {
      open: { type: 'boolean' },
      least: { type: 'integer', minimum: 1, maximum: 100 },
      topics: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 3 },
    },
    required: ['least'],
  },
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: { topic: { type: ['string', 'null'] }, count: { type: 'integer' } },
      required: ['topic', 'count'],
    },
  },
})

const load = defineModuleRoute(loadByTopic, {
  login: 'admin',
  right: 'helpdesk/load/index',
  label: { 'zh-cn': '工作量', en: 'Load' },
  maxPerMinute: null,
  handler: async ({ scope, input: { open, least, topics } }) => {
    const tickets = scope.database.query
      .selectFrom('helpdesk_ticket')
      .select(({ fn }) => ['topic', fn.countAll().as('count')])
      .where('closed', 'in', open ? [0] : [0, 1])
      .groupBy('topic')
      .orderBy('topic')
    const rows = await (topics ? tickets.where('topic', 'in', topics) : tickets).execute()
    return rows.map((row) => ({ topic: row.topic, count: Number(row.count) })).filter(({ count }) => count >= least)
  },
})

/** As a dashboard with many figures: each is a read of its own, all at the same time. */
const figures = defineModuleRoute({
  path: 'helpdesk.Ticket/figures',
  area: 'admin',
  method: 'GET',
  login: 'admin',
  right: 'helpdesk/load/index',
  label: { 'zh-cn': '指标', en: 'Figures' },
  input: { type: 'object', properties: {} },
  maxPerMinute: 30,
  handler: async ({ scope }) => {
    const count = scope.database.query.selectFrom('helpdesk_ticket').select(({ fn }) => fn.countAll().as('count'))
    const read = await Promise.all(Array.from({ length: 12 }, () => readHeavy(scope, count.compile())))
    return read.map(([row]) => Number(row?.['count']))
  },
})

/** Closes all tickets of a topic. */
const closeTopic = defineModuleRoute({
  path: 'helpdesk.Ticket/closeTopic',
  area: 'admin',
  method: 'POST',
  login: 'admin',
  right: 'helpdesk/ticket/edit',
  label: { 'zh-cn': '关闭整类工单', en: 'Close a topic' },
  input: {
    type: 'object',
    properties: { topic: { type: 'string', minLength: 1, maxLength: 30 } },
    required: ['topic'],
  },
  maxPerMinute: 5,
  handler: async ({ scope, trx, input: { topic } }) => {
    const tickets = records<AnyModule>(scope, trx)
    const open = await tickets.find('helpdesk/ticket', { where: { topic, closed: 0 }, limit: 1000 })
    for (const { id } of open) await tickets.update('helpdesk/ticket', Number(id), { closed: 1 })
    // After the update, so that a test sees whether a refusal takes it back.
    if (topic === 'legal') throw new OperationError('bad_state', { sentence: 'Legal tickets are closed one by one.' })
    return { closed: open.length }
  },
})

/** A ticket from somebody without an account. */
const submit = defineModuleRoute({
  path: 'helpdesk.Desk/submit',
  area: 'api',
  method: 'POST',
  login: 'none',
  right: null,
  label: { 'zh-cn': '提交工单', en: 'Submit a ticket' },
  input: {
    type: 'object',
    properties: { subject: { type: 'string', minLength: 1, maxLength: 120 } },
    required: ['subject'],
  },
  maxPerMinute: 3,
  handler: async ({ scope, trx, input: { subject } }) => {
    const tickets = records<AnyModule>(scope, trx).asModule('submitted without an account')
    const { id } = await tickets.create('helpdesk/ticket', { subject, topic: 'web' })
    await enqueueJob(trx, sortTicket, { id })
    return { id }
  },
})

/** The key with which the mail service of the help desk signs its notifications. */
const mailKey = 'a key for tests'

export const signatureOf = (raw: Uint8Array): string => createHmac('sha256', mailKey).update(raw).digest('hex')

/** A ticket from the mail service, as a form or as XML: what is signed are the bytes, before anything reads them. */
const mailReceived = defineModuleRoute({
  kind: 'webhook',
  path: 'helpdesk.Mail/received',
  label: { 'zh-cn': '收到邮件', en: 'Mail was received' },
  maxBytes: 2000,
  maxPerMinute: 40,
  handler: async ({ scope, raw, headers, query }) => {
    if (headers['x-signature'] !== signatureOf(raw)) return { status: 401 }
    const text = raw.toString('utf8')
    const subject =
      headers['content-type'] === 'text/xml'
        ? (/<subject>([^<]*)</.exec(text)?.[1] ?? '')
        : (new URLSearchParams(text).get('subject') ?? '')
    if (subject === 'refused') throw new OperationError('bad_state')
    if (subject === 'broken') throw new Error('the handler has a mistake')
    if (subject === 'page') return { status: 200, type: 'text/html', body: subject } as unknown as WebhookReply
    if (subject === '') return { status: 204 }
    await scope.database.write((trx) =>
      trx
        .insertInto('helpdesk_ticket')
        .values({ subject, topic: query['topic'] ?? 'mail', closed: 0, createtime: 1, version: 1 })
        .execute(),
    )
    return { status: 202, type: 'text/plain', body: 'success' }
  },
})

/** Says who acts, and what that one may do. */
const tellWho: Effect = async ({ scope: { actor }, can, answer }) => {
  answer({ actor: actor?.id ?? null, member: actor?.member?.id ?? null, may: can('withdraw') })
}

/** A member takes a question back. */
const withdraw = defineModuleRoute({
  path: 'helpdesk.Desk/withdraw',
  area: 'api',
  method: 'POST',
  login: 'member',
  right: null,
  label: { 'zh-cn': '撤回提问', en: 'Withdraw a question' },
  input: {
    type: 'object',
    properties: {
      id: { type: 'integer', minimum: 1 },
      version: { type: 'integer', minimum: 1 },
      reason: { type: 'string', maxLength: 60 },
      action: { type: 'string', maxLength: 20 },
    },
    required: ['id'],
  },
  maxPerMinute: null,
  handler: async ({ scope, trx, member, input: { id, action = 'withdraw', ...rest } }) =>
    records<AnyModule>(scope, trx)
      .as({ area: 'member', id: member?.id ?? 0 })
      .runAction('helpdesk/question', action, id, rest),
})

/** How often each page was made. */
export const rendered = new Map<string, number>()

const ticketPage: PublicPage<HelpdeskTables> = {
  path: '/help/:id',
  label: { 'zh-cn': '工单', en: 'Ticket' },
  query: ['note'],
  isOpen: ({ siteName }) => siteName !== 'Closed',
  render: async ({ scope: { database, language }, params: { id = '' }, query: { note } }) => {
    rendered.set(id, (rendered.get(id) ?? 0) + 1)
    if (id === 'old') return { redirect: '/help/1' }
    if (id === 'away') return { redirect: '//example.org' }
    if (id === 'broken') throw new Error('the page has a mistake')
    if (!/^\d{1,9}$/.test(id)) return null
    const ticket = await database.query
      .selectFrom('helpdesk_ticket')
      .select(['subject', 'topic', 'createtime'])
      .where('id', '=', Number(id))
      .executeTakeFirst()
    if (!ticket) throw new OperationError('not_found')
    const { subject, topic, createtime } = ticket
    const label = { 'zh-cn': '类别', en: 'Topic' }[language]
    return {
      document: {
        title: subject,
        body: markup`<p>${label}: <a href="${topic}" title="${subject}">${topic}</a> ${note}</p>
<p>Lines of the ticket are printed, too.</p>`,
        navigation: markup`<a href="/help.xml">XML</a>`,
        head: markup`<meta name="description" content="${subject}">`,
      },
      // A ticket of the future, so that a test decides when the page is over.
      ...(createtime > 1 && { expires: createtime }),
    }
  },
}

/** All tickets, for readers of feeds. */
const ticketFeed: PublicPage<HelpdeskTables> = {
  path: '/help.xml',
  label: { 'zh-cn': '工单列表', en: 'Tickets' },
  render: async ({ scope }) => {
    const tickets = await scope.database.query.selectFrom('helpdesk_ticket').select('subject').orderBy('id').execute()
    const items = tickets.map(({ subject }) => markup`<item><title>${subject}</title></item>`)
    return {
      xml: markup`<rss version="2.0"><channel>${items}</channel></rss>`,
      type: 'application/rss+xml',
    }
  },
}

export const helpdesk = defineServerModule<AnyModule>({
  name: 'helpdesk',
  hooks: { 'helpdesk/ticket': ticketHooks },
  effects: { 'helpdesk/question': { tellWho } },
  pages: [{ name: 'helpdesk/load', label: { 'zh-cn': '工作量', en: 'Work load' }, icon: 'chart' }],
  routes: [load, figures, closeTopic, submit, mailReceived, withdraw],
  publicPages: [ticketPage, ticketFeed] as unknown as readonly PublicPage[],
  jobs: [sortTicket],
})
