/** A second module: what the flagship does not need of the module API is exercised by a small help desk. */
import type { Generated } from 'kysely'
import {
  createJobDefinition,
  createRouteDefinition,
  defineServerModule,
  enqueueJob,
  OperationError,
  readHeavy,
  records,
  type Hooks,
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
  maxPerMinute: null,
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

export const helpdesk = defineServerModule({
  name: 'helpdesk',
  hooks: { 'helpdesk/ticket': ticketHooks },
  pages: [{ name: 'helpdesk/load', label: { 'zh-cn': '工作量', en: 'Work load' }, icon: 'chart' }],
  routes: [load, figures, closeTopic, submit],
  jobs: [sortTicket],
})
