/** The built server as the commands use it. */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerProgram } from '../../runtime/server/compose.ts'
import type { Product } from '../build/products.ts'
import { codeFolder, devServerFile, serverFile } from '../build/server.ts'
import { CommandError } from '../exit-codes.ts'
import type { Context } from '../program.ts'
import { prepareInChild } from './prepare.ts'
import { showSourcePositions } from './source-positions.ts'

/** What `.build/server/main.mjs` exports as `server`. */
export type Server = ServerProgram

/** Paths of the build products that a running server needs. */
export interface ServerPaths {
  readonly readerScript: string
  readonly validatorsRoot: string
  readonly webRoot: string
}

export const serverPaths = (root: string): ServerPaths => ({
  readerScript: join(root, '.build/server/reader.mjs'),
  validatorsRoot: join(root, '.build/validators/server'),
  webRoot: join(root, '.build/web'),
})

/** The server that `dev` has built, as it is. */
export const loadDevServer = (root: string): Promise<Server> => loadBuilt(root, devServerFile(root))

/**
 * Generates and builds what is stale, then loads the server. Throws a CommandError when the schemas are wrong or a
 * product cannot be made.
 */
export async function loadServer(context: Context, products: readonly Product[], build = true): Promise<Server> {
  if (build) await prepareInChild(context, products)
  const file = serverFile(context.root)
  if (!existsSync(file)) throw notBuiltError()
  ;(module as CompileCache).enableCompileCache?.(codeFolder(context.root))
  return loadBuilt(context.root, file)
}

async function loadBuilt(root: string, file: string): Promise<Server> {
  showSourcePositions(root, dirname(file))
  const { server } = (await import(pathToFileURL(file).href)) as { readonly server: Server }
  return server
}

/** Node 22 keeps compiled code for the next start; Node 20 compiles with each. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown
}

const notBuiltError = (): CommandError =>
  new CommandError('environment', {
    message: {
      'zh-cn': '尚未构建服务端，无法用 --no-build 启动。',
      en: 'The server has not been built, so it cannot start with --no-build.',
    },
    hint: { 'zh-cn': '请先不加 --no-build 运行一次。', en: 'Run once without --no-build.' },
  })
