/** The server with everything that was generated and written for it, as one file next to the reader. */
import { join } from 'node:path'
import { bundle, isBundleFresh } from '../launcher/bundle.mjs'
import { repositoryLayout, type Layout } from '../layout.ts'

/** Builds `.build/server/main.mjs` below `root` unless it is fresh; returns whether it built. */
export function buildServer(root: string, layout: Layout = repositoryLayout(root)): Promise<boolean> {
  return bundle({ ...bundleOf(layout), inOneFile: true })
}

/** True when the server follows from the sources as they are. */
export function isServerFresh(layout: Layout): boolean {
  return isBundleFresh(bundleOf(layout))
}

const bundleOf = ({ root, conditions, stamp }: Layout) => ({
  entry: join(root, 'runtime/main.server.ts'),
  folder: join(root, '.build/server'),
  name: 'main',
  conditions,
  stamp,
})

/** Path of the built server. */
export const serverFile = (root: string): string => join(root, '.build/server/main.mjs')
