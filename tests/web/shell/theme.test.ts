/** The visual direction: contrast of the theme's colours, and one type scale. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync('runtime/web/theme/theme.css', 'utf8')

/** Custom properties of a rule, by name. */
function propertiesOf(selector: string): ReadonlyMap<string, string> {
  const [, body = ''] = new RegExp(`${selector.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`).exec(css) ?? []
  return new Map([...body.matchAll(/--tw-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const light = propertiesOf(':root')
const dark = new Map([...light, ...propertiesOf(":root[data-theme='dark']")])

/** WCAG 2.2: (L1 + 0.05) / (L2 + 0.05). */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left)
  return (bright + 0.05) / (dim + 0.05)
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, colors) => {
  it.each([
    ['text', 7],
    ['muted', 4.5],
    ['accent', 4.5],
    ['danger', 4.5],
    ['warning', 4.5],
    ['success', 4.5],
    ['control-line', 3],
    ['focus', 3],
  ])('has %s of contrast %d on every background', (name, least) => {
    for (const ground of ['ground', 'surface', 'raised', 'hover'])
      expect(contrast(colors.get(name)!, colors.get(ground)!), `${name} on ${ground}`).toBeGreaterThanOrEqual(least)
  })
})

const files = ['runtime/web', 'runtime/modules'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name)),
)

it('style sheets round corners and draw cards with the properties of the theme', () => {
  const other = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const corners = [...text.matchAll(/border-radius: ([^;]+);/g)].filter(
      // Circles, bars of a few pixels, and none at all.
      ([, radius = '']) => !/^(?:0|2px|50%)$/.test(radius) && !radius.startsWith('var(--tw-radius'),
    )
    return corners.map(([rule]) => `${file}: ${rule}`)
  })
  expect(other).toEqual([])
  const unknown = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/var\((--tw-(?:space|radius|card|page)[\w-]*)\)/g)]
      .filter(([, name = '']) => !light.has(name.slice('--tw-'.length)))
      .map(([use]) => `${file}: ${use}`),
  )
  expect(unknown).toEqual([])
})

it('style sheets use the type scale', () => {
  const sizes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/font-size: ([^;]+);/g)].map(([, size]) => `${file}: ${size}`),
  )
  const other = sizes.filter((size) => !size.includes('var(--tw-size-'))
  // The number on the bell and the letter of a picture, which scale with their boxes, and large numbers alone.
  expect(other.length, other.join('\n')).toBeLessThanOrEqual(4)
})
