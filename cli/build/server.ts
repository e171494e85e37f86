/** The server with everything that was generated and written for it, as one file next to the reader. */
import { join } from 'node:path'
import { bundle, isBundleFresh } from '../launcher/bundle.mjs'

/** Builds `.build/server/main.mjs` below `root` unless it is fresh; returns whether it built. */
export function buildServer(root: string): Promise<boolean> {
  return bundle({ ...bundleOf(root), inOneFile: true })
}

/** True when the server follows from the sources as they are. */
export function isServerFresh(root: string): boolean {
  return isBundleFresh(bundleOf(root))
}

const bundleOf = (root: string) => ({
  entry: join(root, 'runtime/main.server.ts'),
  folder: join(root, '.build/server'),
  name: 'main',
})

/** Path of the built server. */
export const serverFile = (root: string): string => join(root, '.build/server/main.mjs')
