/** Opens the database for a command that works on records without a listening server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverProducts } from '../build/products.ts'
import type { Context } from '../program.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { loadServer, serverPaths, type Server } from './server.ts'

type Offline = Awaited<ReturnType<Server['open']>>

/**
 * Builds what is stale, opens the database, lets `work` run and closes it again. Throws what opening throws.
 * @param existing the database has to be there: no tables are made or changed; with `read` nothing is written at all
 */
export async function withDatabase<T>(
  context: Context,
  flags: DatabaseFlags,
  work: (server: Server, scope: Offline['scope']) => Promise<T>,
  existing?: 'read' | 'write',
): Promise<T> {
  const server = await loadServer(context, serverProducts)
  const { readerScript, validatorsRoot } = serverPaths(context.root)
  const options = {
    ...databaseSettings(context, flags),
    readerScript,
    validatorsRoot,
    autoApply: null,
    ...(existing && { existing }),
    version: readVersion(context),
    language: context.language,
  }
  return server.withDatabaseErrors(options.databaseUrl, async () => {
    const { scope, close } = await server.open(options)
    try {
      return await work(server, scope)
    } finally {
      await close()
    }
  })
}

/** Version of this package. */
export function readVersion({ packageFolder }: { readonly packageFolder: string }): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return version
}
