/** A site with texts, members and payments on a database of its own: editors by HTTP, members by operations. */
import { OperationError, RouteReply, type Scope } from 'tablewright/server'
import { cms } from '#generated/cms/index.ts'
import { member } from '#generated/member/index.ts'
import { pay } from '#generated/pay/index.ts'
import { system } from '#generated/system/index.ts'
import type { Scope as CmsScope, Transaction } from '#generated/cms/server.ts'
import type { Scope as PayScope } from '#generated/pay/server.ts'
import { cmsServer } from '../../../runtime/modules/cms/server/index.ts'
import { readPage } from '../../../runtime/modules/cms/server/read/page.ts'
import { sitePages } from '../../../runtime/modules/cms/server/site/pages.ts'
import type { cmsSettings } from '../../../runtime/modules/cms/server/settings.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { createPayServer } from '../../../runtime/modules/pay/server/index.ts'
import { startPayment } from '../../../runtime/modules/pay/server/payments/start.ts'
import type { ProvidersOf } from '../../../runtime/modules/pay/server/payment.ts'
import { contractsOf, effectsOf, moduleHooks, type ModuleEntry } from '../../../runtime/server/modules.ts'
import { documentText } from '../../../runtime/server/routes/public-pages/document.ts'
import { joinHooks } from '../../../runtime/server/operation/scope.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import { models } from '../../server/http/running-app.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { scopeOn } from '../../server/records/scope.ts'
import type { Engine } from '../../support/databases.ts'
import { createFakeProvider, type FakeProvider } from '../pay/fake-provider.ts'

const manifests = [cms, pay, member, system]

interface SiteAnswer<Data> {
  readonly code: number
  readonly msg: string
  readonly data: Data
  /** The reason of a refusal. */
  readonly reason?: string
}

export interface CmsSite {
  readonly app: TestApp
  readonly scope: CmsScope
  readonly provider: FakeProvider
  /** An administrator who may do everything, and one who writes only. */
  readonly editor: number
  readonly writer: number
  run<T>(work: (trx: Transaction) => Promise<T>): Promise<T>
  post(path: string, body: object, who?: number): ReturnType<TestApp['post']>
  channel(values?: Row): Promise<number>
  /** A new text; live unless `isLive` is false. */
  text(values?: object, isLive?: boolean): Promise<number>
  row(id: number): Promise<Row>
  rows(table: string, where: Row): Promise<readonly Row[]>
  member(money?: number, score?: number): Promise<number>
  /** Makes a member the author. */
  setAuthor(id: number, user: number): Promise<void>
  pay(id: number, type: 'balance' | 'score' | 'wx'): Promise<unknown>
  readonly own: PayScope
  /** The public page as markup; null = there is none. */
  page(id: number | string): Promise<string | null>
  /** The answer of an address of the site to visitors, with its head; null = there is nothing. */
  read(path: string): Promise<string | null>
  /** The answer of a request of the site to a member, or to a guest (null), by its handler. */
  ask<Data = Record<string, unknown>>(path: string, input?: object, member?: number | null): Promise<SiteAnswer<Data>>
  /** The same of a GET that a route of another method answers as well. */
  get<Data = Record<string, unknown>>(path: string, input: object, member: number): Promise<SiteAnswer<Data>>
  set(values: Partial<Record<keyof typeof cmsSettings, unknown>>): void
  dispose(): Promise<void>
}

export async function openCmsSite(engine: Engine): Promise<CmsSite> {
  const list = await models(manifests)
  const provider = createFakeProvider()
  const providersOf: ProvidersOf = () => [provider]
  const servers = [memberServer, createPayServer({ providersOf, routes: [], settings: {} }), cmsServer]
  const entries: readonly ModuleEntry[] = servers.map((server) => ({
    manifest: manifests.find(({ name }) => name === server.name)!,
    server,
  }))
  const app = await openTestApp(engine, { servers }, manifests)
  const { database } = app
  const settings = defaultSettings({ version: '0', uploadFolder: '/nowhere' })
  const own: Record<string, unknown> = { ...settings.own, cms_comments_interval: 0, cms_public: true }
  const contracts = contractsOf(entries, list)
  const scope: Scope = scopeOn(database, list, {
    actor: null,
    settings: { ...settings, own: own as typeof settings.own },
    ...contracts,
    hooks: joinHooks(moduleHooks(entries)),
    effects: effectsOf(entries, list),
  })
  const editor = await app.account('editor', [await app.group('all', '*')])
  const writer = await app.account('writer', [
    await app.group('writers', [
      'cms/content/index',
      'cms/content/add',
      'cms/content/edit',
      'cms/content/submit',
      'cms/content/withdraw',
      'cms/content/compare',
      'cms/content/restoreRevision',
    ]),
  ])
  const post: CmsSite['post'] = (path, body, who = editor) => app.post(who, path, body)
  const created = async (entity: string, body: object): Promise<number> => {
    const answer = await post(`cms.${entity}/add`, body)
    if (answer.code !== 1) throw new Error(`${entity}/add: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return Number((answer.data as { id: number }).id)
  }
  let first = 0
  let names = 0
  interface Request {
    readonly input?: object | undefined
    readonly user?: number | null | undefined
    readonly isGet?: boolean
  }
  const ask = async <Data>(
    path: string,
    { input = {}, user = null, isGet = false }: Request,
  ): Promise<SiteAnswer<Data>> => {
    const route = cmsServer.routes!.find((candidate) => candidate.path === path)!
    const visitor = {
      ip: '127.0.0.1',
      device: 'Firefox',
      rotates: false,
      token: null,
      isExpired: false,
      listener: null,
    }
    const call = { scope: site.scope, member: user === null ? null : { id: user }, visitor, input }
    const { handler, get } = route as Record<'handler' | 'get', (call: object) => Promise<unknown>>
    try {
      const isWrite = route.method === 'POST' && (route as { transaction?: string }).transaction !== 'own'
      const answer = isGet
        ? await get(call)
        : isWrite
          ? await database.write((trx) => handler({ ...call, trx }))
          : await handler(call)
      if (answer instanceof RouteReply) return { code: answer.code, msg: answer.msg ?? '', data: answer.data as Data }
      return { code: 1, msg: '', data: answer as Data }
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      const { sentence = '', errors = {} } = error.details
      return { code: 0, msg: sentence, data: { errors } as Data, reason: error.code }
    }
  }
  const site: CmsSite = {
    app,
    // The tables are those of the module; only their types differ.
    scope: scope as unknown as CmsScope,
    own: scope as unknown as PayScope,
    provider,
    editor,
    writer,
    run: (work) => database.write((trx) => work(trx as unknown as Transaction)),
    post,
    channel: (values = {}) =>
      created('Channel', { name: `channel ${++names}`, type: 'list', model: 'news', status: 1, ...values }),
    async text(values = {}, isLive = true) {
      first ||= await site.channel()
      const id = await created('Content', {
        channel_id: first,
        title: `text ${++names}`,
        content: '<p>Body</p>',
        ...values,
      })
      if (isLive) {
        const { title } = await site.row(id)
        const answer = await post('cms.Content/approve', { id, title })
        if (answer.code !== 1) throw new Error(`approve: ${answer.msg} ${JSON.stringify(answer.data)}`)
      }
      return id
    },
    row: (id) => database.query.selectFrom('cms_content').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    rows(table, where) {
      let query = database.query.selectFrom(table).selectAll().orderBy('id')
      for (const [name, value] of Object.entries(where)) query = query.where(name, '=', value)
      return query.execute()
    },
    async member(money = 0, score = 0) {
      const username = `member${++names}`
      const values = { username, nickname: username, password: '-', group_id: 1, status: 'enable', gender: 0 }
      const { id } = await database.write((trx) =>
        trx
          .insertInto('user')
          .values({ ...values, money: 0, score: 0, version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      for (const [asset, amount] of [
        ['money', money],
        ['score', score],
      ] as const)
        if (amount > 0)
          await database.write((trx) =>
            contracts.wallet!.change(
              { scope, trx },
              { asset, userId: Number(id), amount, memo: 'start', source: 'exam', sn: ++names },
            ),
          )
      return Number(id)
    },
    async setAuthor(id, user) {
      await database.write((trx) =>
        trx.updateTable('cms_content').set({ user_id: user }).where('id', '=', id).execute(),
      )
    },
    pay: (id, type) => startPayment(providersOf, scope as unknown as PayScope, id, type),
    async page(id) {
      const answer = await readPage.render({ scope: site.scope, params: { id: String(id) }, query: {} })
      if (answer === null || 'isAbsent' in answer) return null
      if (!('document' in answer)) return JSON.stringify(answer)
      const { title, head, body } = answer.document
      return `${title}\n${head}\n${body}`
    },
    async read(path) {
      const { pathname, searchParams } = new URL(path, 'http://site.test')
      const parts = pathname.split('/')
      const matches = (own: string): boolean => {
        const names = own.split('/')
        return (
          names.length === parts.length && names.every((name, index) => name.startsWith(':') || name === parts[index])
        )
      }
      const page = [...sitePages, readPage].find((candidate) => matches(candidate.path))
      if (!page) return null
      const names = page.path.split('/')
      const params = Object.fromEntries(
        names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index] ?? '']] : [])),
      )
      const answer = await page.render({ scope: site.scope, params, query: Object.fromEntries(searchParams) })
      if (answer === null || 'isAbsent' in answer) return null
      if ('isForMembers' in answer) return `sign in → ${answer.next}`
      if ('redirect' in answer) return `→ ${answer.redirect}`
      if ('xml' in answer) return answer.xml.toString()
      if ('text' in answer) return answer.text
      const frame = { language: 'en', settings: site.scope.settings, inLanguage: () => '' } as const
      return documentText(answer.document, { ...frame, style: page.style ?? '' })
    },
    ask: (path, input, user) => ask(path, { input, user }),
    get: (path, input, user) => ask(path, { input, user, isGet: true }),
    set(values) {
      Object.assign(own, values)
    },
    dispose: () => app.dispose(),
  }
  return site
}
