/** Themes of modules that name what is no token, or texts that could not be read. */
import { join } from 'node:path'
import type { Problem } from '../../generator/source/problem.ts'
import { both } from '../../generator/source/problem.ts'
import { didYouMean, suggest } from '../../generator/source/suggest.ts'
import {
  findLowContrasts,
  isThemeColor,
  isThemeSize,
  themeColorNames,
  themeShapes,
  type LowContrast,
} from '../../runtime/protocol/index.ts'
import { codeProblem } from './code-problem.ts'
import { argumentOf, callArgumentOf, literalOf, memberOf, membersOf, readCode, type Located } from './source.ts'

const parts = {
  light: { names: themeColorNames, isValue: isThemeColor, example: '#215db0' },
  dark: { names: themeColorNames, isValue: isThemeColor, example: '#8abbff' },
  shape: { names: themeShapes, isValue: isThemeSize, example: '6px' },
} as const

/** Of the themes that `main.web.tsx` names, one after the other, as they are applied. */
export function findThemeProblems(root: string): readonly Problem[] {
  const main = readCode(join(root, 'runtime/main.web.tsx'))
  const modules = main && memberOf(argumentOf(main, 'startWeb'), 'modules')
  const themes = [...(membersOf(modules) ?? [])].flatMap(([name]) => {
    const theme = memberOf(memberOf(modules, name), 'theme')
    // `defineTheme({ … })`, or the object itself.
    return callArgumentOf(theme) ?? theme ?? []
  })
  return themes.flatMap((theme, at) => [
    ...unknownTokens(root, theme),
    ...(['light', 'dark'] as const).flatMap((name) => lowContrasts(root, name, themes.slice(0, at + 1))),
  ])
}

function unknownTokens(root: string, theme: Located): readonly Problem[] {
  return [...(membersOf(theme) ?? [])].flatMap(([part, place]) => {
    if (!isPart(part)) return [unknownToken(root, place, part, Object.keys(parts))]
    const { names, isValue, example } = parts[part]
    const tokens = memberOf(theme, part)
    return [...(membersOf(tokens) ?? [])].flatMap(([token, at]) => {
      if (!names.some((name) => name === token)) return [unknownToken(root, at, token, names)]
      const value = memberOf(tokens, token)
      const text = literalOf(value)
      return value === null || text === null || isValue(text) ? [] : [unreadable(root, value, text, example)]
    })
  })
}

const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name)

function unknownToken(root: string, place: Located, name: string, names: readonly string[]): Problem {
  const message = both(`主题中没有“${name}”。`, `A theme has no "${name}".`)
  const known = both(`可用：${names.join('、')}`, `there are: ${names.join(', ')}`)
  return codeProblem('TW2107', root, place, message, didYouMean(suggest(name, names)) ?? known)
}

function unreadable(root: string, place: Located, text: string, example: string): Problem {
  return codeProblem(
    'TW2107',
    root,
    place,
    both(`“${text}”不是主题的值。`, `"${text}" is no value of a theme.`),
    both(`例如 ${example}`, `for example ${example}`),
  )
}

/** Contrasts that the last of the themes breaks on top of those before; each is reported once, at a color it sets. */
function lowContrasts(root: string, name: 'light' | 'dark', themes: readonly Located[]): readonly Problem[] {
  const colors = themes.map((theme) => colorsOf(memberOf(theme, name)))
  const before = findLowContrasts(name, Object.assign({}, ...colors.slice(0, -1)))
  const own = memberOf(themes.at(-1) ?? null, name)
  return findLowContrasts(name, Object.assign({}, ...colors)).flatMap((low) => {
    const isKnown = before.some(({ color, on, found }) => color === low.color && on === low.on && found <= low.found)
    const place = membersOf(own)?.get(low.color) ?? membersOf(own)?.get(low.on)
    return isKnown || !place ? [] : [lowContrast(root, place, name, low)]
  })
}

/** As far as they are written as texts. */
function colorsOf(part: Located | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...(membersOf(part) ?? [])].flatMap(([name]) => {
      const value = literalOf(memberOf(part, name))
      return value !== null && isThemeColor(value) ? [[name, value]] : []
    }),
  )
}

function lowContrast(root: string, place: Located, theme: string, { color, on, least, found }: LowContrast): Problem {
  return codeProblem(
    'TW2108',
    root,
    place,
    both(
      `主题 ${theme} 中 ${color} 在 ${on} 上的对比度为 ${found}，至少需要 ${least}。`,
      `In the ${theme} theme, ${color} on ${on} has a contrast of ${found}; it needs at least ${least}.`,
    ),
    null,
  )
}
