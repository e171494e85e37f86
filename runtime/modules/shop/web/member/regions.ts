/** Names of regions, asked for once for each parent. Codes have six digits, two for each level. */
import { getData, useLanguage, useStaleWhileRevalidate } from 'tablewright/web'

export interface Region {
  readonly value: string
  readonly label: string
}

const lists = new Map<string, Promise<readonly Region[]>>()

/** The code of a level of a region, 0 = province; "" where it has none. */
export const codeAt = (code: string, level: number): string => {
  const part = code.slice(level * 2, level * 2 + 2)
  return part === '' || part === '00' ? '' : code.slice(0, level * 2 + 2).padEnd(6, '0')
}

/** The regions below one; those of "" are the provinces. */
export function loadRegions(parent: string): Promise<readonly Region[]> {
  const begun = lists.get(parent)
  if (begun) return begun
  const query = new URLSearchParams({ province: codeAt(parent, 0), city: codeAt(parent, 1) })
  const request = getData<readonly Region[]>('/api/ajax/area', String(query), { quiet: true })
  lists.set(parent, request)
  request.catch(() => lists.delete(parent))
  return request
}

async function nameOf(code: string): Promise<string> {
  const names: string[] = []
  for (const level of [0, 1, 2]) {
    const part = codeAt(code, level)
    if (part === '') break
    const regions = await loadRegions(level === 0 ? '' : codeAt(code, level - 1))
    names.push(regions.find(({ value }) => String(value) === part)?.label ?? part)
  }
  return names.join(' ')
}

/** `浙江省 杭州市 西湖区`; the code as long as its names are not known. */
export function useRegionName(code: string): string {
  const language = useLanguage()
  const { value } = useStaleWhileRevalidate(`region ${code} ${language}`, () => nameOf(code))
  return value ?? code
}
