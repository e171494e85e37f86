/** The layers of each root: its folders and loose files, lowest first. An entry imports only entries before it. */
import type { SourceFile } from './source-tree.ts'

export const layers: Readonly<Record<string, readonly string[]>> = {
  generator: [
    'source',
    'raw',
    'expand',
    'read.ts',
    'dialect',
    'rule',
    'machine',
    'normalize',
    'overlay',
    'ledger',
    'check',
    'explanations',
    'link',
    'emit',
    'write.ts',
    'memory.ts',
    'pipeline.ts',
    'format-problems.ts',
    'validators.ts',
  ],
  'runtime/server': [
    'clock.ts',
    'make-folder.ts',
    'start-later.ts',
    'errors',
    'models',
    'db',
    'settings',
    'cloud',
    'access',
    'rules',
    'audit',
    'operation',
    'limits',
    'jobs',
    'http',
    'captcha',
    'upload',
    'backup',
    'ledger',
    'records',
    'notices',
    'permissions',
    'session',
    'administration',
    'config',
    'ajax',
    'terminal',
    'idempotency',
    'module-routes',
    'openapi',
    'doctor',
    'server-module.ts',
    'modules.ts',
    'demo',
    'routes',
    'app.ts',
    'start.ts',
    'offline.ts',
    'compose.ts',
    'index.ts',
  ],
  'runtime/web': [
    'react',
    'preferences',
    'loading',
    'modules',
    'auth',
    'i18n',
    'toasts',
    'page',
    'api',
    'popover',
    'theme',
    'icons',
    'upload',
    'fields',
    'chart',
    'form',
    'define-module.ts',
    'permissions',
    'contributions',
    'machine',
    'record',
    'profile',
    'notifications',
    'security',
    'session',
    'settings',
    'terminal',
    'list',
    'attachments',
    'shell',
    'parts.ts',
    'dev',
    'index.ts',
    'vite.config.ts',
  ],
}

/**
 * Imports of the files below `root` that lead to the same or a higher layer, entries that have no layer, and layers
 * without an entry.
 */
export function layerViolations(
  files: readonly SourceFile[],
  root: string,
  order: readonly string[],
): readonly string[] {
  const entryOf = (path: string): string | null =>
    path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/')[0]! : null
  const entries = new Set(files.map((file) => entryOf(file.path)))
  const violations = new Set(order.filter((name) => !entries.has(name)).map((name) => `${root}/${name} does not exist`))
  for (const file of files) {
    const entry = entryOf(file.path)
    if (entry === null) continue
    const layer = order.indexOf(entry)
    if (layer < 0) violations.add(`${root}/${entry} has no layer`)
    for (const path of file.imports) {
      const target = entryOf(path)
      if (target !== null && target !== entry && order.indexOf(target) >= layer)
        violations.add(`${file.path} → ${path}`)
    }
  }
  return [...violations]
}

export const maxFilesPerFolder = 20

/** Folders that hold more files directly than a reader can survey. */
export function crowdedFolders(files: readonly SourceFile[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesPerFolder)
    .map(([folder, count]) => `${folder}: ${count} files`)
}
