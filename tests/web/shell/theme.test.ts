/** The visual direction: contrast of the theme's colours, and one type scale. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrastOf, findLowContrasts, themeColors, themeShapes } from 'tablewright/protocol'
import { expect, it } from 'vitest'

const css = readFileSync('runtime/web/core/theme/theme.css', 'utf8')

/** Custom properties of a rule, by name. */
function propertiesOf(selector: string): ReadonlyMap<string, string> {
  const [, body = ''] = new RegExp(`${selector.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`).exec(css) ?? []
  return new Map([...body.matchAll(/--tw-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
}

const light = propertiesOf(':root')
const dark = new Map([...light, ...propertiesOf(":root[data-theme='dark']")])

it.each([
  ['light', light],
  ['dark', dark],
] as const)(
  'the %s theme has every contrast that themes of modules must have, with the colors they know',
  (name, css) => {
    const colors = Object.fromEntries(Object.keys(themeColors[name]).map((color) => [color, css.get(color)]))
    expect(colors).toEqual(themeColors[name])
    expect(findLowContrasts(name, {})).toEqual([])
    const tokens = [...light.keys()].filter(
      (token) => !/^(font|size|space|card|page|shadow|header|menu|radius-pill)/.test(token),
    )
    expect(tokens.toSorted()).toEqual([...Object.keys(themeColors.light), ...themeShapes].toSorted())
  },
)

it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#215db0', 6.45],
])('the contrast of %s and %s is %d', (one, other, expected) => {
  expect(contrastOf(one, other)).toBeCloseTo(expected, 1)
})

const files = ['runtime/web', 'runtime/modules'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name)),
)

it('style sheets hide nothing that the focus could scroll to: what is cut off is clipped', () => {
  const hidden = files.filter((file) => /overflow(?:-[xy])?:[^;]*hidden/.test(readFileSync(file, 'utf8')))
  expect(hidden).toEqual([])
})

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
