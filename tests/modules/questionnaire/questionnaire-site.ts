/** A server with the questionnaires, and calls of those who fill in. */
import { randomUUID } from 'node:crypto'
import { member } from '#generated/member/index.ts'
import { questionnaire } from '#generated/questionnaire/index.ts'
import { system } from '#generated/system/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { questionnaireServer } from '../../../runtime/modules/questionnaire/server/index.ts'
import type { Answer, Item } from '../../../runtime/modules/questionnaire/shared/item.ts'
import { openTestApp, type TestApp } from '../../server/access/access-app.ts'
import { ask, type WireAnswer } from '../../server/session/endpoint.ts'
import type { Engine } from '../../support/databases.ts'

interface NewQuestionnaire {
  readonly id: number
  readonly link: string
}

export interface QuestionnaireSite {
  readonly app: TestApp
  readonly root: number
  /** Adds an open questionnaire with these items. */
  create(items: readonly Item[], settings?: object): Promise<NewQuestionnaire>
  /** Stores other items. */
  design(id: number, items: readonly unknown[], version?: number): Promise<WireAnswer>
  info(link: string, more?: Sending): Promise<WireAnswer>
  submit(link: string, answers: Readonly<Record<string, Answer>>, more?: Sending): Promise<WireAnswer>
  dispose(): Promise<void>
}

/** Optional parts of a request. */
interface Sending {
  readonly client?: string
  readonly version?: number
  readonly device?: string
  readonly pass?: string
  readonly token?: string
  readonly ip?: string
  readonly body?: object
  readonly agent?: string
}

/** Every sender has a network of their own, unless a test says otherwise. */
let networks = 0
const nextNetwork = (): string => {
  networks++
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`
}
const ownNetwork = (): string => {
  networks += 256
  return nextNetwork()
}

export async function openQuestionnaires(engine: Engine, captcha?: boolean): Promise<QuestionnaireSite> {
  const app = await openTestApp(
    engine,
    { servers: [questionnaireServer, memberServer], ...(captcha !== undefined && { captcha }) },
    [questionnaire, member, system],
  )
  const root = await app.account('root', [await app.group('root', '*')])
  const headersOf = ({ token = '', agent = 'test' }: Sending) => ({
    'x-tablewright': '1',
    'user-agent': agent,
    ...(token && { 'ba-user-token': token }),
  })
  const design: QuestionnaireSite['design'] = (id, items, version = 0) =>
    app.post(root, 'questionnaire.Questionnaire/saveDesign', { id, version, items: JSON.stringify(items) })
  return {
    app,
    root,
    async create(items, settings = {}) {
      const added = await app.post<{ id: number }>(root, 'questionnaire.Questionnaire/add', {
        title: 'Survey',
        ...settings,
      })
      if (added.code !== 1) throw new Error(`${added.msg} ${JSON.stringify(added.data)}`)
      const { id } = added.data
      const saved = await design(id, items)
      if (saved.code !== 1) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
      await app.post(root, 'questionnaire.Questionnaire/open', { id })
      const row = await app.row('questionnaire_questionnaire', id)
      return { id, link: String(row?.['link']) }
    },
    design,
    info: (link, more = {}) => {
      const { device, pass, ip = ownNetwork() } = more
      const query = new URLSearchParams({ link, ...(device && { device }), ...(pass && { pass }) })
      return ask(app.running, 'GET', `/api/questionnaire.Index/info?${query}`, { ip, headers: headersOf(more) })
    },
    submit: (link, answers, more = {}) => {
      const { client = randomUUID(), version = 1, device, pass, ip = ownNetwork(), body } = more
      const payload = {
        link,
        client,
        version,
        answers: Object.entries(answers).map(([key, answer]) => ({ key, ...answer })),
        ...(device && { device }),
        ...(pass && { pass }),
        ...body,
      }
      return ask(app.running, 'POST', '/api/questionnaire.Index/submit', { ip, headers: headersOf(more), payload })
    },
    dispose: () => app.dispose(),
  }
}

export const options = (...labels: string[]) => labels.map((label, index) => ({ key: `k${index + 1}`, label }))

export const single = (key: string, more: Partial<Item> = {}): Item => ({
  key,
  kind: 'single',
  title: key.toUpperCase(),
  must: true,
  options: options('Yes', 'No'),
  ...more,
})

export const device = (name: string): string => `device-${name}-0123456789`
