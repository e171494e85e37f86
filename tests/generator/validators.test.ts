/** Compiled validators: no imports, no eval, the same judgement on server and in the browser. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverValidator, webValidator } from '../../generator/validators.ts'
import { problemOfSchemaError, type FormModel, type SchemaError } from '../../runtime/protocol/index.ts'
import { shop } from '../support/shop.ts'

const productForm = shop.forms.find((form) => form.id === 'shop/product')!

type Validate = ((data: unknown) => boolean) & { errors?: SchemaError[] | null }

const everyWord: FormModel = {
  id: 'test/every_word',
  uiSchema: {},
  schema: {
    type: 'object',
    required: ['code'],
    properties: {
      code: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[A-Z]+$' },
      flags: {
        type: 'array',
        items: { type: 'integer', enum: [1, 2, 3] },
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
      },
      notes: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
      day: { type: 'string', format: 'date' },
    },
  },
}

describe('compiled validators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-validators-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const load = async (name: string, source: string): Promise<Record<string, unknown>> => {
    const file = join(folder, `${name}.mjs`)
    writeFileSync(file, source)
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>
  }

  const sources: Record<string, string> = {}
  beforeAll(async () => {
    sources['server'] = await serverValidator(productForm)
    sources['web'] = await webValidator(productForm)
    sources['serverWords'] = await serverValidator(everyWord)
    sources['webWords'] = await webValidator(everyWord)
  })

  it('ask for no module and evaluate no text', () => {
    for (const source of Object.values(sources)) {
      expect(source).not.toMatch(/^\s*import\b/m)
      expect(source).not.toMatch(/\brequire\s*\(|\bimport\s*\(|\beval\s*\(|new Function/)
    }
  })

  it('load and judge where code generation from strings is forbidden', () => {
    const file = join(folder, 'no-eval.mjs')
    writeFileSync(
      file,
      `${sources['server']}\nconsole.log(validate({ product_no: 'A', name: 'B' }), validate({ name: 5 }))\n`,
    )
    const printed = execFileSync(process.execPath, ['--disallow-code-generation-from-strings', file], {
      encoding: 'utf8',
    })
    expect(printed.trim()).toBe('true false')
  })

  it('accept a good product and name every broken field of a bad one', async () => {
    const { validate } = (await load('server', sources['server']!)) as { validate: Validate }
    expect(validate({ product_no: 'A-1', name: '货', price: '12.5000', images: ['/a.png'], status: 10 })).toBe(true)
    expect(
      validate({
        product_no: '',
        effective_day: -1,
        status: 15,
        images: Array.from({ length: 9 }, (_, at) => `/${at}.png`),
        remark: 'x'.repeat(501),
      }),
    ).toBe(false)
    const found = validate
      .errors!.map((error) => problemOfSchemaError(error))
      .map(({ field, problem }) => `${field} ${problem.rule}`)
    expect(found.sort()).toEqual([
      'effective_day minimum',
      'images maxItems',
      'name required',
      'product_no required',
      'remark maxLength',
      'status option',
    ])
  })

  it('count characters, not UTF-16 units', async () => {
    const { validate } = (await load('server-length', sources['server']!)) as { validate: Validate }
    expect(validate({ product_no: 'A', name: '𠮷'.repeat(255) })).toBe(true)
    expect(validate({ product_no: 'A', name: '𠮷'.repeat(256) })).toBe(false)
  })

  it('serve rjsf as its precompiled validator', async () => {
    const { validators } = await load('web', sources['web']!)
    const validator = createPrecompiledValidator(
      validators as Parameters<typeof createPrecompiledValidator>[0],
      productForm.schema,
    )
    expect(validator.validateFormData({ product_no: 'A-1', name: '货' }, productForm.schema).errors).toEqual([])
    const { errors, errorSchema } = validator.validateFormData({ product_no: 'A-1', status: 15 }, productForm.schema)
    expect(errors.map((error) => `${error.property} ${error.name}`).sort()).toEqual(['.status enum', 'name required'])
    expect(Object.keys(errorSchema).sort()).toEqual(['name', 'status'])
  })

  it('hold every word a form may use, on both sides alike', async () => {
    const { validate } = (await load('server-words', sources['serverWords']!)) as { validate: Validate }
    const { validators } = await load('web-words', sources['webWords']!)
    const validator = createPrecompiledValidator(
      validators as Parameters<typeof createPrecompiledValidator>[0],
      everyWord.schema,
    )
    const cases: readonly (readonly [unknown, boolean])[] = [
      [{ code: 'AB' }, true],
      [{ code: 'AB', flags: [1, 2], notes: { a: 'x' }, day: '2024-01-01' }, true],
      [{ code: 'ab' }, false],
      [{ code: 'AB', flags: [1, 1] }, false],
      [{ code: 'AB', flags: [4] }, false],
      [{ code: 'AB', flags: [] }, false],
      [{ code: 'AB', notes: { a: 'long' } }, false],
      [{ code: 'AB', notes: { a: 1 } }, false],
    ]
    for (const [data, isGood] of cases) {
      expect([data, validate(data)]).toEqual([data, isGood])
      expect([data, validator.rawValidation(everyWord.schema, data).errors === undefined]).toEqual([data, isGood])
    }
  })
})
