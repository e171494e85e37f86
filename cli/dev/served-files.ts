/** Which files pages may load during development: sources, generated files and packages; nothing of the data folder. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import type { Layout } from '../layout.ts'

/** What pages are made of, in the folder of the project and in that of the framework. */
const sources = ['runtime', 'generated', '.build/validators', '.build/.vite']

/** Vite's own list, which an option replaces. */
const neverServed = ['.env', '.env.*', '*.{crt,pem,key}', '**/.git/**']

/**
 * For `server.fs` of Vite.
 * @param dataFolder it, and everything in it, is served at no address, also where it lies among the sources
 */
export function servedFiles({ root, framework }: Layout, dataFolder: string) {
  const folders = [root, framework].flatMap((folder) => sources.map((source) => join(folder, source)))
  const allowed = new Set([...folders, ...packageFolders(root, framework)].flatMap(withTarget))
  const dataFolders = withTarget(dataFolder).map((folder) => `${escapePattern(folder)}/**`)
  return {
    strict: true,
    allow: Array.from(allowed),
    deny: [...neverServed, ...dataFolders],
  }
}

/**
 * True for an address of something in the data folder, also by a symbolic link among the sources: Vite compares paths
 * as they are written.
 * @param served the folder of the address `/`
 */
export function isInDataFolder(url: string, served: string, dataFolder: string): boolean {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    const file = realpathSync(path.startsWith('/@fs/') ? path.slice('/@fs'.length) : join(served, path))
    const below = relative(realpathSync(dataFolder), file)
    return !below.startsWith('..') && !isAbsolute(below)
  } catch {
    // No address, no such file, or no data folder yet.
    return false
  }
}

/** Packages may be those of the project, of the framework, of its package, or of a folder that contains all of them. */
function packageFolders(root: string, framework: string): string[] {
  const folders = [root, framework, dirname(framework)].map((folder) => join(folder, 'node_modules'))
  const installed = enclosingPackages(existsSync(framework) ? realpathSync(framework) : framework)
  return installed === null ? folders : [...folders, installed]
}

/** The nearest folder `node_modules` that contains the folder; null = none does. */
function enclosingPackages(folder: string): string | null {
  if (basename(folder) === 'node_modules') return folder
  return dirname(folder) === folder ? null : enclosingPackages(dirname(folder))
}

/** The folder, and what it is a symbolic link to. */
const withTarget = (folder: string): string[] => (existsSync(folder) ? [folder, realpathSync(folder)] : [folder])

/** The pattern that matches this path alone. */
const escapePattern = (path: string): string => path.replaceAll('\\', '/').replace(/[*?[\]{}()!+@|^$]/g, '\\$&')
