/**
 * Compiled validators, one file per form (of an entity, of an action's dialog) and side, so that neither the server
 * nor the browser compiles schemas.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FormModel } from '../../runtime/protocol/index.ts'
import { repositoryLayout, type Layout } from '../layout.ts'
import { filesBelow } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeManifest, writeAtomically } from '../launcher/build-manifest.mjs'

/** Raise when the way of compiling changes, so that older products are made again. */
const recipe = '1'

interface Form {
  /** `wms/product`, `wms/outbound/ship`: the path of its folder below generated/. */
  readonly path: string
  readonly source: string
  readonly manifest: string
  readonly server: string
  readonly web: string
}

/**
 * Makes `.build/validators/{server,web}/<module>/<entity>.mjs` below `root` where they are not fresh; returns how many
 * entities were done.
 */
export async function buildValidators(root: string, layout: Layout = repositoryLayout(root)): Promise<number> {
  const forms = formsOf(layout)
  removeOthers(root, forms)
  const stale = forms.filter((form) => !isFresh(form.manifest, keyOf(form)))
  if (stale.length === 0) return 0
  const startedAt = Date.now()
  const { serverValidator, webValidator } = await import('../../generator/validators.ts')
  for (const [index, model] of (await loadForms(root, stale)).entries()) {
    // Each stale form was loaded, in the same order.
    const form = stale[index]!
    writeAtomically(form.server, await serverValidator(model))
    writeAtomically(form.web, await webValidator(model))
    writeManifest(form.manifest, {
      key: keyOf(form),
      inputs: [form.source],
      outputs: [form.server, form.web],
      startedAt,
    })
  }
  return stale.length
}

/** True when every entity has the validators that follow from its form. */
export function areValidatorsFresh(layout: Layout): boolean {
  return formsOf(layout).every((form) => isFresh(form.manifest, keyOf(form)))
}

const keyOf = (form: Form): string => hashOf(recipe, form.path)

/** The forms of the project, and those of the modules it uses of the package. */
function formsOf({ root, framework, extension, shipped }: Layout): Form[] {
  const own = formsBelow(root, join(root, 'generated'), { extension: '.ts' })
  const generated = join(framework, 'generated')
  // Those of a module that the project extends are its own.
  const modules = shipped?.names.filter((name) => !existsSync(join(root, 'generated', name)))
  return modules ? [...own, ...formsBelow(root, generated, { extension, modules })] : own
}

interface FormFolder {
  readonly extension: string
  /** Only these modules; absent = all. */
  readonly modules?: readonly string[]
}

function formsBelow(root: string, generated: string, { extension, modules }: FormFolder): Form[] {
  const folders = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .filter((one) => one.isDirectory())
          .map((one) => one.name)
          .sort()
      : []
  const below = (path: string): string[] => folders(join(generated, path)).map((name) => `${path}/${name}`)
  const entities = (modules ?? folders(generated)).flatMap(below)
  const paths = [...entities, ...entities.flatMap(below)]
  const product = (side: string, path: string): string => join(root, '.build/validators', side, path)
  return paths
    .filter((path) => existsSync(join(generated, path, `form${extension}`)))
    .map((path) => ({
      path,
      source: join(generated, path, `form${extension}`),
      manifest: product('manifests', `${path}.json`),
      server: product('server', `${path}.mjs`),
      web: product('web', `${path}.mjs`),
    }))
}

/** An entity that is gone must not leave a validator behind. */
function removeOthers(root: string, forms: readonly Form[]): void {
  const wanted = new Set(forms.flatMap((form) => [form.manifest, form.server, form.web]))
  for (const path of filesBelow(join(root, '.build/validators')))
    if (!wanted.has(path) && /\.(mjs|json)$/.test(path)) rmSync(path, { force: true })
}

/** The forms as values: their TypeScript is bundled to a folder of its own and imported. */
async function loadForms(root: string, forms: readonly Form[]): Promise<FormModel[]> {
  const { rolldown } = await import('rolldown')
  const folder = join(root, `.build/.forms.${process.pid}.${Date.now()}.tmp`)
  mkdirSync(folder, { recursive: true })
  try {
    const build = await rolldown({
      input: Object.fromEntries(forms.map((form, index) => [`form${index}`, form.source])),
      platform: 'node',
      logLevel: 'silent',
    })
    await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' })
    await build.close()
    return await Promise.all(forms.map((_form, index) => loadForm(join(folder, `form${index}.mjs`))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loadForm(file: string): Promise<FormModel> {
  const [form] = Object.values((await import(pathToFileURL(file).href)) as Record<string, FormModel>)
  if (!form) throw new Error(`${file} exports no form`)
  return form
}
