/**
 * The layers of each root, lowest first: folders, single files, or `.` for the files directly in the root. An entry
 * imports only entries before it.
 */
import type { SourceFile } from './source-tree.ts'

export const layers: Readonly<Record<string, readonly string[]>> = {
  generator: [
    'source',
    'edit',
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
    'core',
    'db',
    'settings',
    'operation',
    'http',
    'files',
    'records',
    'identity',
    'hub',
    'routes',
    'ops',
    'migration.ts',
    'server-module.ts',
    'modules.ts',
    'module-scope.ts',
    'data-steps.ts',
    'apply-all.ts',
    'demo-roles.ts',
    'demo-seed.ts',
    'demo.ts',
    'rename-references.ts',
    'app.ts',
    'start.ts',
    'offline.ts',
    'compose.ts',
    'index.ts',
  ],
  'runtime/server/operation': ['access', 'rules', 'contracts', 'audit', '.', 'limits', 'jobs'],
  'runtime/server/files': ['cloud', '.'],
  'runtime/server/identity': ['captcha', 'notifications', 'permissions', 'session', 'administration'],
  'runtime/server/routes': ['settings', 'module-store', 'lookups', 'module-routes', 'public-pages', 'openapi', '.'],
  'runtime/web': [
    'core',
    'files',
    'fields',
    'form',
    'define-module.ts',
    'identity',
    'records',
    'settings',
    'ops',
    'shell',
    'system-components.ts',
    'parts.ts',
    'index.ts',
    'vite.config.ts',
    'page.config.ts',
  ],
  'runtime/web/core': [
    'preferences',
    'auth',
    'loading',
    'react',
    'i18n',
    '.',
    'page',
    'api',
    'live',
    'popover',
    'theme',
    'chart',
    'contributions',
  ],
  'runtime/web/identity': ['permissions', 'profile', 'notifications', 'session'],
  'runtime/web/records': ['actions', 'recovery', 'record', 'list', 'attachments'],
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
  const entryOf = (path: string): string | null => {
    if (!path.startsWith(`${root}/`)) return null
    const [name, ...rest] = path.slice(root.length + 1).split('/')
    return rest.length === 0 && order.includes('.') ? '.' : name!
  }
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

export const maxFilesPerFolder = 40

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
