/** A server for tests: everything that `tablewright serve` starts, on a fresh SQLite database in memory. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEntities, EntityId, InputOfEntity, TableModel } from '../protocol/index.ts'
import type { ServerProgram } from '../server/compose.ts'
import { createClient, RefusedError, type Answer, type TestClient } from './client.ts'
import { createFactory, type Factory } from './factory.ts'
import { compileValidators } from './validators.ts'

export interface TestSiteOptions {
  /** Of the answers; `en` unless given. */
  readonly language?: 'zh-cn' | 'en'
  /** `postgres://…`; a fresh SQLite database unless given. */
  readonly databaseUrl?: string
  /** The built reader of SQLite databases; that of the package unless given. */
  readonly readerScript?: string
}

export interface AdminOptions {
  /** Permission nodes, for example `shop/product/index`; those above them are added. All permissions unless given. */
  readonly rights?: readonly string[]
}

export interface MemberOptions {
  /** Fields of the member; those that are required get a value. */
  readonly values?: Readonly<Record<string, unknown>>
}

/** @typeParam Entities those of `generated/api.ts`, which then type requests and factories */
export interface TestSite<Entities = AnyEntities> {
  /** `http://127.0.0.1:…` */
  readonly address: string
  /** Requests of a signed-in administrator. */
  admin(options?: AdminOptions): Promise<TestClient<Entities>>
  /** Requests of a signed-in member. Throws when the product does not use the module `member`. */
  member(options?: MemberOptions): Promise<TestClient<Entities>>
  /** Requests of somebody who is not signed in. */
  readonly visitor: TestClient<Entities>
  /** Makes up records of an entity, which the first administrator adds. */
  factory<Id extends EntityId<Entities>>(entity: Id): Factory<InputOfEntity<Entities, Id> & object>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

interface SignedIn {
  readonly userInfo: { readonly token: string }
}

/** The only password of a test site; it is random, and nothing but the site knows it. */
const newPassword = (): string => `Aa1-${randomBytes(9).toString('hex')}`

/**
 * Starts the server of a product on a free port.
 * @param server as `runtime/main.server.ts` exports it
 * @example
 * const site = await openTestSite<Entities>(server)
 * const admin = await site.admin()
 * const id = await site.factory('shop/product').create({ name: 'Kettle' })
 * await admin.edit('shop/product', id, { price: '12.50' })
 * await site.close()
 */
export async function openTestSite<Entities = AnyEntities>(
  server: ServerProgram,
  options: TestSiteOptions = {},
): Promise<TestSite<Entities>> {
  const readerScript = options.readerScript ?? join(import.meta.dirname, '../../reader.mjs')
  if (!existsSync(readerScript))
    throw new Error(`there is no reader at ${readerScript}: set readerScript, or test with the packed package`)
  const folder = mkdtempSync(join(memoryFolder(), 'tablewright-site-'))
  const password = newPassword()
  const running = await server
    .start({
      port: 0,
      host: '127.0.0.1',
      dataFolder: folder,
      databaseUrl: options.databaseUrl ?? join(folder, 'tablewright.sqlite'),
      adminPassword: password,
      demo: false,
      captcha: false,
      autoApply: true,
      logLevel: 'silent',
      webRoot: null,
      validatorsRoot: folder,
      validators: await compileValidators(server.modules),
      readerScript,
      // On a busy machine requests would otherwise be turned away.
      maxDelay: 0,
      version: 'test',
      signals: false,
    })
    .catch((error: unknown) => {
      rmSync(folder, { recursive: true, force: true })
      throw error
    })
  const close = async (): Promise<void> => {
    await running.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const clients = await openClients(server, { address: running.address, password, ...options })
    // The schemas of the server are those that the entities were generated from: clients ask the same for any types.
    return { ...clients, close } as TestSite<never> as TestSite<Entities>
  } catch (error) {
    await close()
    throw error
  }
}

/** A disk in memory where the system has one. */
const memoryFolder = (): string => (process.platform === 'linux' && existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

interface Place extends Pick<TestSiteOptions, 'language'> {
  readonly address: string
  readonly password: string
}

async function openClients(server: ServerProgram, place: Place): Promise<Omit<TestSite, 'close'>> {
  const { address, password, language = 'en' } = place
  const models = await server.models()
  const modelOf = (entity: string): TableModel => {
    const model = models.find(({ id }) => id === entity)
    if (!model) throw new Error(`there is no entity ${entity}`)
    return model
  }
  const clientWith = (header: 'batoken' | 'ba-user-token', token: string): TestClient =>
    createClient({ address, language, modelOf, signIn: { header, token } })
  const visitor = clientWith('batoken', '')
  const signIn = async (username: string): Promise<TestClient> =>
    clientWith('batoken', tokenOf(await visitor.post<SignedIn>('/admin/Index/login', { username, password })))
  const first = await signIn('admin')
  const counts = new Map<string, number>()
  const nextNumber = (entity: string): number => {
    const number = (counts.get(entity) ?? 0) + 1
    counts.set(entity, number)
    return number
  }
  const factoryOf = <Input extends object>(entity: string): Factory<Input> =>
    createFactory<Input>(modelOf(entity), { client: first, modelOf, nextNumber })
  return {
    address,
    visitor,
    factory: factoryOf,
    async admin({ rights } = {}) {
      if (rights === undefined) return first
      const rules = await findRules(first, rights)
      const group = await first.add('system/admin_group', { name: `group ${nextNumber('group')}`, rules })
      const username = `clerk${nextNumber('clerk')}`
      await first.add('system/admin', { username, nickname: username, password, group_arr: [group] })
      return signIn(username)
    },
    async member({ values = {} } = {}) {
      const username = `member${nextNumber('member')}`
      await factoryOf<object>('member/user').create({ username, password, ...values })
      const body = { tab: 'login', username, password, keep: false }
      return clientWith('ba-user-token', tokenOf(await visitor.post<SignedIn>('/api/user/checkIn', body)))
    },
  }
}

function tokenOf(answer: Answer<SignedIn>): string {
  if (answer.code !== 1) throw new RefusedError('the sign-in', answer)
  return answer.data.userInfo.token
}

interface RuleNode {
  readonly id: number
  readonly name: string
  readonly children?: readonly RuleNode[]
}

/** Ids of the rules with these names and of those above them. Throws for an unknown name. */
async function findRules(client: TestClient, names: readonly string[]): Promise<readonly number[]> {
  const tree = (await client.list('system/admin_rule')) as readonly unknown[] as readonly RuleNode[]
  const found = new Set<string>()
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const collect = (nodes: readonly RuleNode[]): readonly number[] =>
    nodes.flatMap((node) => {
      const below = collect(node.children ?? [])
      const isNamed = wanted.has(node.name.toLowerCase())
      if (isNamed) found.add(node.name.toLowerCase())
      return isNamed || below.length > 0 ? [node.id, ...below] : []
    })
  const ids = collect(tree)
  const missing = names.filter((name) => !found.has(name.toLowerCase()))
  if (missing.length > 0) throw new Error(`there is no permission ${missing.join(', ')}`)
  return ids
}
