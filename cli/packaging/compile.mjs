// Compiles what the package contains to `.dist`: the framework and its optional modules as JavaScript with types, and
// the command line program in one bundle. `npm pack` and `npm publish` run it; nothing of it is committed.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { hashOf } from '../launcher/build-manifest.mjs'
import { bundle } from '../launcher/bundle.mjs'
import { startChunk } from '../launcher/start-chunk.mjs'

const root = resolve(import.meta.dirname, '../..')
const target = join(root, '.dist')
const modules = ['chat', 'cms', 'exam', 'face', 'live', 'mail', 'member', 'pay', 'questionnaire', 'sms', 'system']
const assets = ['.css', '.html', '.mjs', '.mp3', '.svg']

rmSync(target, { recursive: true, force: true })
compile()
writeFileSync(join(target, 'generated/database.d.ts'), databaseType())
nameGeneratedFiles()
renameWorkers()
for (const folder of [
  'runtime/server',
  'runtime/web',
  'runtime/modules/chat',
  'runtime/modules/cms',
  'runtime/modules/exam',
  'runtime/modules/face',
  'runtime/modules/live',
  'runtime/modules/mail',
  'runtime/modules/member',
  'runtime/modules/pay',
  'runtime/modules/questionnaire',
  'runtime/modules/sms',
])
  copyAssets(folder)
copySources()
cpSync(join(root, 'cli/init/template'), join(target, 'template'), { recursive: true })
cpSync(join(root, 'runtime/web/virtual.d.ts'), join(target, 'runtime/web/virtual.d.ts'))
await bundle({ entry: join(root, 'cli/main.ts'), folder: join(target, 'cli'), name: 'main', groups: startChunk })
// The test kit has no build of its own.
await bundle({
  entry: join(root, 'runtime/server/db/sqlite/reader.ts'),
  folder: target,
  name: 'reader',
  inOneFile: true,
  packages: ['kysely'],
})
for (const path of ['cli/.main.manifest.json', '.reader.manifest.json']) rmSync(join(target, path), { force: true })
writeFileSync(join(target, 'stamp'), hashOf(...filesBelow(target).flatMap((path) => [path, readFileSync(path)])))

/** JavaScript and declarations, file by file. */
function compile() {
  const config = join(root, '.build/package.tsconfig.json')
  const below = (path) => `../${path}`
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        outDir: below('.dist'),
        rootDir: '..',
        rewriteRelativeImportExtensions: true,
        types: ['node', 'vite/client'],
      },
      include: ['runtime', ...modules.map((name) => `generated/${name}`)].map(below),
      exclude: ['runtime/modules/wms', 'runtime/main.server.ts', 'runtime/main.web.tsx'].map(below),
    }),
  )
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  try {
    execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', config], { cwd: root, encoding: 'utf8' })
  } catch (error) {
    process.stderr.write(`The package does not compile:\n${error.stdout ?? error.message}`)
    process.exit(1)
  }
  // The tables of all modules of the repository are one type, which names the modules that are not part of the package.
  for (const name of readdirSync(join(target, 'generated'), { withFileTypes: true }))
    if (name.isDirectory() && !modules.includes(name.name))
      rmSync(join(target, 'generated', name.name), { recursive: true })
}

/** The tables of the modules of the package, as `generate` writes it for them. */
function databaseType() {
  const types = modules.map((name) => `${name[0].toUpperCase()}${name.slice(1)}Tables`)
  const imports = modules.map((name, at) => `import type { ${types[at]} } from './${name}/tables.ts'\n`)
  return `${imports.join('')}\nexport interface Database extends ${types.join(', ')} {}\n`
}

/** `#generated/…` leads to the sources, which the package does not contain. */
function nameGeneratedFiles() {
  const source = /(['"])#generated\/([^'"]+)\.ts\1/g
  for (const path of filesBelow(target).filter((file) => /\.(js|d\.ts)$/.test(file))) {
    const text = readFileSync(path, 'utf8')
    const folder = relative(dirname(path), join(target, 'generated')).replaceAll('\\', '/')
    const renamed = text.replace(source, `$1${folder.startsWith('.') ? folder : `./${folder}`}/$2.js$1`)
    if (renamed !== text) writeFileSync(path, renamed)
  }
}

/** Workers are named by an address, which the compiler leaves as it is. */
function renameWorkers() {
  const address = /new URL\((['"])(\.\.?\/[^'"]+)\.tsx?\1, import\.meta\.url\)/g
  for (const path of filesBelow(target).filter((one) => one.endsWith('.js'))) {
    const text = readFileSync(path, 'utf8')
    const renamed = text.replace(address, "new URL('$2.js', import.meta.url)")
    if (renamed !== text) writeFileSync(path, renamed)
  }
}

function copyAssets(folder) {
  for (const path of filesBelow(join(root, folder)))
    if (assets.includes(extname(path))) cpSync(path, join(target, path.slice(root.length + 1)))
}

/** Sources of what `tablewright eject` copies into a module, and of the lists of public names. */
function copySources() {
  for (const path of ['index.ts', 'parts.ts', 'fields', 'form/FormFields.tsx', 'records/list/TablePage.tsx'])
    cpSync(join(root, 'runtime/web', path), join(target, 'sources/runtime/web', path), {
      recursive: true,
      filter: (file) => !file.endsWith('.css'),
    })
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
