/** The server as tests meet it: real tables, a real database, requests injected. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { ModuleManifest, TableModel } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { prepareAccess } from '../../../runtime/server/identity/permissions/prepare-rules.ts'
import { createRightsCache } from '../../../runtime/server/operation/access/rights.ts'
import { createApp, type AppParts, type AuthServices } from '../../../runtime/server/app.ts'
import { rightsOf } from '../../../runtime/server/routes/module-routes/declaration.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import type { ServerModule } from '../../../runtime/server/server-module.ts'
import { ensureFirstAdmin } from '../../../runtime/server/identity/session/admins.ts'
import {
  contractsOf,
  effectsOf,
  installedModulesOf,
  membersOf,
  modulePagesOf,
  moduleHooks,
  noticeKindsOf,
  prepareModules,
  publicPagesOf,
  routesOf,
  settingsOf,
  suppliersOf,
  topicsOf,
  type ModuleEntry,
} from '../../../runtime/server/modules.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Engine, TestDatabase } from '../../support/databases.ts'
import { shop } from '../../support/shop.ts'
import { partOf } from '../../support/part-of.ts'

export const password = 'Str0ng-enough'

export interface Answer<Data = Record<string, unknown>> {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly text: string
  readonly code: number
  readonly msg: string
  readonly data: Data
}

export interface RunningApp {
  readonly app: FastifyInstance
  readonly database: TestDatabase
  readonly folder: string
  /** Sends a request; a token signs it in. */
  send<Data = Record<string, unknown>>(
    method: InjectOptions['method'],
    url: string,
    more?: Pick<InjectOptions, 'headers' | 'payload'> & { token?: string },
  ): Promise<Answer<Data>>
  /** Signs `admin` in and returns the access token. */
  signIn(): Promise<string>
  dispose(): Promise<void>
}

export interface HandWritten {
  /** Hand-written parts of the modules: their routes and pages. */
  readonly servers?: readonly ServerModule[]
  /** Captchas are asked for. */
  readonly captcha?: boolean
}

const coreManifests: readonly ModuleManifest[] = [shop.manifest, system]

/** The tables of these modules. */
export async function models(manifests = coreManifests): Promise<TableModel[]> {
  return Promise.all(manifests.flatMap((manifest) => Object.values(manifest.tables)).map((entry) => entry.model()))
}

/** An entrance nobody comes through, for looking at routes. */
export const nobody: AuthServices = {
  sessions: {
    readToken: () => Promise.resolve({ state: 'none' }),
    readSession: () => Promise.resolve({ state: 'none' }),
    readSessions: () => Promise.resolve(new Map()),
  },
  rights: createRightsCache(partOf(undefined)),
  derivedRules: new Map(),
}

/** Starts the server on a fresh database, with the test module unless other modules are given. */
export async function runApp(
  engine: Engine,
  { servers = [], captcha = false, ...more }: Partial<AppParts> & HandWritten = {},
  manifests = coreManifests,
): Promise<RunningApp> {
  const list = await models(manifests)
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-http-'))
  const database = await engine.open(list)
  const serverOf = ({ name }: ModuleManifest) => servers.find((server) => server.name === name)
  const modules = manifests.map((manifest) => ({
    manifest,
    models: list.filter((model) => model.module === manifest.name),
    pages: serverOf(manifest)?.pages ?? [],
    rights: rightsOf(serverOf(manifest)?.routes ?? []),
  }))
  await prepareAccess(database, modules)
  const entries: readonly ModuleEntry[] = servers.map((server) => ({
    // A part without its module is a mistake of the test.
    manifest: manifests.find(({ name }) => name === server.name)!,
    server,
  }))
  const all = manifests.map((manifest) => ({ manifest, server: serverOf(manifest) ?? null }))
  const registry = createRegistry(list)
  const settings = defaultSettings({
    version: '0.0.0-test',
    uploadFolder: join(folder, 'storage'),
    captcha,
    modules: settingsOf(entries),
    modulePages: modulePagesOf(all),
  })
  const validators = () => Promise.reject(new Error('no validator in this test'))
  await prepareModules(database, entries, async () => ({
    database,
    registry,
    settings,
    language: 'en',
    actor: null,
    validators,
  }))
  await ensureFirstAdmin(database, password)
  const app = await createApp({
    database,
    registry,
    modules,
    settings,
    validators,
    webRoot: writeWeb(join(folder, 'web')),
    logLevel: 'silent',
    // On a busy machine the tests would otherwise be told to come back later; limits.test.ts shows the valve.
    maxDelay: 0,
    moduleRoutes: routesOf(entries),
    publicPages: publicPagesOf(entries),
    ...(servers.length > 0 && { hooks: moduleHooks(entries), effects: effectsOf(entries, list) }),
    contracts: contractsOf(entries, list),
    suppliers: suppliersOf(entries),
    installed: installedModulesOf(all, list),
    noticeKinds: noticeKindsOf(entries),
    topics: topicsOf(entries),
    ...membersOf(entries),
    ...more,
  })
  const send = sender(app)
  const signIn = async (): Promise<string> =>
    (
      await send<{ userInfo: { token: string } }>('POST', '/admin/Index/login', {
        payload: { username: 'admin', password },
      })
    ).data.userInfo.token
  const dispose = async (): Promise<void> => {
    await app.close()
    await database.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  return { app, database, folder, send, signIn, dispose }
}

function sender(app: FastifyInstance): RunningApp['send'] {
  return async (method, url, { token, headers, payload } = {}) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...(token && { batoken: token }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    const json =
      String(answer.headers['content-type']).startsWith('application/json') &&
      !answer.headers['content-encoding'] &&
      answer.body !== ''
        ? answer.json()
        : {}
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      code: json.code,
      msg: json.msg,
      data: json.data,
    }
  }
}

/** A built client in small: start page, one hashed asset with its packed copies, one file that must stay private. */
function writeWeb(root: string): string {
  mkdirSync(join(root, 'assets'), { recursive: true })
  const script = 'console.log("tablewright")\n'.repeat(100)
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Tablewright</title>')
  writeFileSync(join(root, 'assets', 'main-Ab12Cd34.js'), script)
  writeFileSync(join(root, 'assets', 'main-Ab12Cd34.js.br'), brotliCompressSync(script))
  writeFileSync(join(root, 'assets', 'main-Ab12Cd34.js.gz'), gzipSync(script))
  writeFileSync(join(root, 'assets', 'reader.wasm-worker-Ab12Cd34.js'), script)
  writeFileSync(join(root, 'assets', 'wasm-worker.js'), script)
  writeFileSync(join(root, '.secret'), 'private')
  writeFileSync(join(root, '..', 'beside.txt'), 'private')
  return root
}
