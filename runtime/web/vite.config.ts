/**
 * Builds the web client. `TABLEWRIGHT_ROOT` names the project to build (default: this package), whose
 * `runtime/main.web.tsx` lists the modules. The package is installed compiled: then its files end in `.js`.
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'rolldown/utils'
import { defaultClientConditions, defineConfig, transformWithOxc, type Plugin, type Rolldown } from 'vite'

const web = import.meta.dirname
const root = realpathSync(resolve(process.env['TABLEWRIGHT_ROOT'] ?? join(web, '../..')))
const isCompiled = !existsSync(join(web, 'index.ts'))
/** A file of this folder by the name of its source. */
const fileOf = (source: string): string => join(web, isCompiled ? source.replace(/\.tsx?$/, '.js') : source)

/** The scripts that every page names, see the groups of chunks. Their style sheets stay named. */
const ofEveryPage = /[\\/](rolldown-runtime|base|client)-[\w-]+\.js$/

/** What every page needs of other packages. */
const basePackages = [
  /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|valtio|proxy-compare|classnames)[\\/]/,
  /@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/](common|components[\\/](button|icon|spinner|text))[\\/]/,
  /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/](svgIconContainer|iconTypes|classes|jsUtils)\.js$/,
]

/** What places a menu or the options of an input beside it; nothing needs it before somebody opens one. */
const popoverParts = [
  /node_modules[\\/]@floating-ui[\\/]/,
  /@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/]components[\\/](popover|popover-next)[\\/]/,
]

/** What dialogs and drawers share, and popovers with them. */
const overlayParts = [
  /node_modules[\\/](react-transition-group|dom-helpers|@babel[\\/]runtime)[\\/]/,
  /@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/]components[\\/](dialog|drawer|overlay2?|portal)[\\/]/,
  /@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/](hooks|context)[\\/]overlays[\\/]/,
]

/** What the inputs of forms, filters and settings share; a list shows none of it. */
const inputParts = [
  /[\\/]runtime[\\/]web[\\/]fields[\\/]date[\\/](?!DateCell|(Datetime|Time|Year)(Cell|Input|Filter))/,
  /[\\/]runtime[\\/]web[\\/]fields[\\/](form-texts\.|input-props\.|picker[\\/]|reference[\\/]options\.)/,
  /[\\/]runtime[\\/]web[\\/]fields[\\/](moment\.|MomentText\.|region[\\/]RegionPickers\.|typed-text\.)/,
  /[\\/]runtime[\\/]web[\\/]fields[\\/](files[\\/](FileList|Pictures)\.|lines[\\/]edit\.)/,
  /[\\/]runtime[\\/]web[\\/]fields[\\/](number[\\/]IntegerInput|text[\\/]TextInput)\./,
  /@blueprintjs[\\/]core[\\/].*[\\/]forms[\\/](textArea|asyncControllableTextArea|formGroup)\.js$/,
  /@blueprintjs[\\/]core[\\/].*[\\/]segmented-control[\\/]/,
  /[\\/]runtime[\\/]web[\\/]core[\\/](api[\\/]upload|react[\\/]use-kept-focus)\./,
  /[\\/]runtime[\\/]web[\\/]files[\\/](?!(file-texts|FileIcon|use-drag-order)\.|upload\.css)/,
]

/** The forms of records, which load when the first one is opened. */
const formParts = [
  /node_modules[\\/](@rjsf|@x0k|ajv|ajv-formats|fast-uri|fast-equals|fast-deep-equal|lodash|lodash-es)[\\/]/,
  /[\\/]runtime[\\/]web[\\/]form[\\/]/,
  /[\\/]runtime[\\/]web[\\/]fields[\\/](inputs|input-of|([a-z]+[\\/])?\w*Input)\.tsx?$/,
]

const isIn = (parts: readonly RegExp[]) => (id: string) => parts.some((part) => part.test(id))

/** The realtime hub is part of the public API, and nobody is connected to it before signing in. */
const isOfHub = (id: string): boolean => /[\\/]runtime[\\/]web[\\/]core[\\/]live[\\/]/.test(id)

/** Everything imports the protocol as a whole; these parts of it are what the first page really uses. */
const isOfFirstPage = (id: string): boolean =>
  !/[\\/]runtime[\\/]protocol[\\/](?!(envelope|language|i18n-options|field-model|theme[\\/]tokens)\.)/.test(id) &&
  !isOfHub(id)

/** What the pages of one module share is for them alone: the sign-in of members would load what all others share. */
const isOfCore = (id: string): boolean => !/[\\/]runtime[\\/]modules[\\/]/.test(id)

export default defineConfig({
  root: web,
  base: './',
  publicDir: join(web, 'public'),
  cacheDir: join(root, '.build/.vite'),
  plugins: [
    react(),
    leanForms(),
    leanIcons(),
    validators(join(root, '.build/validators/web')),
    beforePaint(fileOf('core/theme/before-paint.ts')),
    mainOfProject(join(root, 'runtime/main.web.tsx')),
  ],
  resolve: {
    conditions: [...(isCompiled ? [] : ['tablewright-source']), ...defaultClientConditions],
    // A product's own copy of one of these would be a second one, with state of its own.
    dedupe: ['react', 'react-dom', 'react-i18next', 'react-router-dom', 'i18next', 'valtio'],
  },
  build: {
    outDir: join(root, '.build/web'),
    emptyOutDir: true,
    target: 'es2022',
    // An asset inlined as a data: address would need a weaker content policy.
    assetsInlineLimit: 0,
    // Whatever imports a part has these files already; to find that out took a part of the start.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !ofEveryPage.test(file)),
    },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // The protocol has no side effects, so that a page which needs one of its values does not load the others. The
      // list of public parts has none, so that a cell of a module does not load what forms are made of.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]runtime[\\/]protocol[\\/]/, sideEffects: false },
          { test: /[\\/]runtime[\\/]web[\\/]parts\.[jt]s$/, sideEffects: false },
          { test: /[\\/]runtime[\\/]web[\\/]core[\\/]live[\\/]/, sideEffects: false },
        ],
      },
      output: {
        // What every page needs and what rarely changes is a separate chunk, so that a new version of ours leaves it
        // in the cache.
        codeSplitting: {
          groups: [
            { name: 'base', test: isIn(basePackages) },
            { name: 'router', test: /node_modules[\\/](react-router|react-router-dom)[\\/]/ },
            // The rest of what every page loads first, and what many pages share: hundreds of files of a few lines
            // each cost more in requests than in bytes.
            { name: 'client', tags: ['$initial'], test: isOfFirstPage, includeDependenciesRecursively: false },
            { name: 'popovers', test: isIn(popoverParts), includeDependenciesRecursively: false },
            { name: 'overlays', test: isIn(overlayParts), includeDependenciesRecursively: false },
            { name: 'inputs', test: isIn(inputParts), minShareCount: 5, includeDependenciesRecursively: false },
            { name: 'forms', test: isIn(formParts), minShareCount: 2, includeDependenciesRecursively: false },
            { name: 'common', test: isOfCore, minShareCount: 5 },
          ],
        },
      },
    },
  },
})

/**
 * Leaves out the fields, templates and widgets of rjsf that our theme replaces, and its Markdown renderer for texts of
 * a schema, which ours does not have: a form loads 79 KB (gzip) of scripts instead of 128. Without this plugin it
 * works the same.
 */
function leanForms(): Plugin {
  const registry = JSON.stringify(fileOf('form/theme/default-registry.ts'))
  const modules: Readonly<Record<string, string>> = {
    'markdown-to-jsx/react': 'export const Markdown = ({ children }) => children',
    '../getDefaultRegistry.js': `export { defaultRegistry as default } from ${registry}`,
  }
  return {
    name: 'tablewright:lean-forms',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id) => (id in modules ? `\0lean:${id}` : null),
    load: (id) => modules[id.replace('\0lean:', '')] ?? null,
  }
}

/**
 * Leaves out the list of all names of icons, by which their loader tells unknown ones: 9 KB (gzip) of every first
 * page. The names that schemas and modules use are checked where they are declared. Without this plugin it works the
 * same.
 */
function leanIcons(): Plugin {
  const list = /@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconNames\.js$/
  return {
    name: 'tablewright:lean-icons',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: list },
      handler: () => 'export const IconNames = {}\nexport const IconNamesSet = { has: () => true }\n',
    },
  }
}

/** Entries of the admin area: the code every list needs. */
const adminEntries = [
  'shell/Pages.tsx',
  'shell/admin/AdminShell.tsx',
  'shell/admin/load-page.ts',
  'records/list/TablePage.tsx',
  'records/list/query/prefetched-rows.ts',
].map(fileOf)

/**
 * The scripts of the admin area that the page itself does not name, with all they import. Not the style sheets: a
 * browser warns of one that the first page does not use, and they are small.
 */
function adminFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (chunk: Rolldown.OutputChunk, files: Set<string>): Set<string> => {
    if (files.has(chunk.fileName)) return files
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) collect(imported, files)
    }
    return files
  }
  const collectAll = (wanted: (chunk: Rolldown.OutputChunk) => boolean): Set<string> =>
    chunks.filter(wanted).reduce((files, chunk) => collect(chunk, files), new Set<string>())
  const first = collectAll((chunk) => chunk.isEntry)
  const admin = collectAll((chunk) => adminEntries.includes(chunk.facadeModuleId ?? ''))
  return [...admin].filter((name) => !first.has(name)).map((name) => `./${name}`)
}

/**
 * The page starts the main file of the project that is built. While one develops, that file takes over what has changed
 * below it: `startWeb` then replaces the modules and leaves the pages as they are.
 */
function mainOfProject(main: string): Plugin {
  const source = relative(realpathSync(web), main).replaceAll('\\', '/')
  return {
    name: 'tablewright:main',
    transformIndexHtml: {
      order: 'pre',
      handler: (page, { server }) =>
        page.replace('../main.web.tsx', server ? addressOf(main, server.config.root) : source),
    },
    transform: {
      filter: { id: /main\.web\.tsx$/ },
      // A build removes the line.
      handler: (code, id) => (id === main ? { code: `${code}\nimport.meta.hot?.accept()\n`, map: null } : null),
    },
  }
}

/** The address of a file below or outside the folder that Vite serves. */
const addressOf = (file: string, served: string): string => {
  const path = file.replaceAll('\\', '/')
  return path.startsWith(`${served}/`) ? path.slice(served.length) : `/@fs/${path}`
}

/**
 * `virtual:tablewright/validators`: one lazy import for each file `<module>/<entity>.mjs` of the folder. Where the
 * files are stands in a script of its own, since the first page needs none of them.
 */
function validators(folder: string): Plugin {
  const name = 'virtual:tablewright/validators'
  const places = `${name}/places`
  let isBuild = true
  return {
    name: 'tablewright:validators',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === name || id === places ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${name}` && id !== `\0${places}`) return null
      const files = existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.mjs'))
            .sort()
        : []
      // `dev` says itself when there is another one. To watch hundreds takes longer than all else of an edit.
      if (isBuild) for (const file of files) this.addWatchFile(join(folder, file))
      const tables = files.map((file) => file.replaceAll('\\', '/').replace(/\.mjs$/, ''))
      if (id === `\0${places}`) {
        const lines = files.map((file, at) => {
          return `  ${JSON.stringify(tables[at])}: () => import(${JSON.stringify(join(folder, file))}),`
        })
        return `export const places = {\n${lines.join('\n')}\n}\n`
      }
      return (
        `const load = async (table) => (await import(${JSON.stringify(places)})).places[table]()\n` +
        `const tables = ${JSON.stringify(tables.join(' '))}.split(' ')\n` +
        'export const validators = Object.fromEntries(tables.map((table) => [table, () => load(table)]))\n'
      )
    },
  }
}

/**
 * A script that runs before anything is painted, so that a dark screen never flashes white. It has to be a file of its
 * own: the content policy allows no script inside the page, and a module would run too late.
 */
function beforePaint(file: string): Plugin {
  let reference = ''
  return {
    name: 'tablewright:before-paint',
    apply: 'build',
    async buildStart() {
      this.addWatchFile(file)
      const source = await this.fs.readFile(file, { encoding: 'utf8' })
      const { code } = await minify(file, (await transformWithOxc(source, file)).code)
      reference = this.emitFile({ type: 'asset', name: 'before-paint.js', source: code })
    },
    generateBundle: {
      // After Vite has written the page.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build made no index.html')
        const files = adminFiles(bundle).join(' ')
        page.source = String(page.source).replace(
          '<body>',
          `<body>\n    <script src="./${this.getFileName(reference)}" data-admin="${files}"></script>`,
        )
      },
    },
  }
}
