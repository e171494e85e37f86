/**
 * Compiles the schema of a form to plain ES modules without a single import, so that neither server nor browser holds a
 * schema compiler and a strict Content-Security-Policy (no `unsafe-eval`) never prevents validation.
 */
import type { FormModel } from '../runtime/protocol/index.ts'

/** Functions of Ajv's run time that compiled code imports, as source. */
const runtime: Readonly<Record<string, string>> = {
  ucs2length: `function ucs2length(text) {
  let length = 0
  for (const _ of text) length++
  return length
}`,
  equal: `function equal(a, b) {
  if (a === b) return true
  if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) !== Array.isArray(b))
    return a !== a && b !== b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]))
}`,
}

/**
 * The server's validator: source of an ES module that exports `validate(data): boolean` with `validate.errors`. Data is
 * never changed.
 * @throws when the schema is not valid (checked schemas always are)
 */
export async function serverValidator(form: FormModel): Promise<string> {
  const [{ Ajv }, { default: standalone }] = await Promise.all([import('ajv'), import('ajv/dist/standalone/index.js')])
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    validateFormats: false,
    // Our own schemas were checked already; compiling JSON Schema's would take longer than the form does.
    meta: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: true },
  })
  const source = standaloneCode(standalone)(ajv, ajv.compile(form.schema))
  return selfContained(source.replace(/export default \w+;\n?/, ''))
}

/**
 * The browser's validators: source of an ES module that exports `validators`, the map rjsf's
 * `createPrecompiledValidator(validators, form.schema)` takes.
 */
export async function webValidator(form: FormModel): Promise<string> {
  const { compileSchemaValidatorsCode } = await import('@rjsf/validator-ajv8/compileSchemaValidators')
  const source = compileSchemaValidatorsCode(form.schema, {
    ajvFormatOptions: false,
    ajvOptionsOverrides: { validateFormats: false, verbose: false, code: { lines: true } },
  })
  return selfContained(`const exports = {}\n${source.replace('"use strict";', '')}\nexport { exports as validators }\n`)
}

type Standalone = (ajv: unknown, validate: unknown) => string

/**
 * The package is CommonJS: its function is the default export, or that export's `default`, depending on who loads it.
 */
function standaloneCode(loaded: unknown): Standalone {
  return typeof loaded === 'function' ? (loaded as Standalone) : (loaded as { default: Standalone }).default
}

/** @throws when the code imports an unknown module, so that this fails here and not in a browser */
function selfContained(source: string): string {
  const used = new Set<string>()
  const code = source.replace(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, (whole, name: string) => {
    if (!Object.hasOwn(runtime, name)) return whole
    used.add(name)
    return name
  })
  if (/\b(require|import)\s*\(/.test(code.replace(/"(?:[^"\\]|\\.)*"/g, '""')))
    throw new Error('a compiled validator still asks for a module')
  return `${[...used].map((name) => runtime[name]).join('\n')}\n${code}`
}
