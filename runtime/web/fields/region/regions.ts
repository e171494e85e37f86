/** Names of regions, requested from the server once for each parent. Codes have six digits, two for each level. */
import { useEffect, useState } from 'react'
import { getData } from '../../core/api/client.ts'
import type { PickerOption, PickerOptions } from '../picker/picker.ts'

const cache = new Map<string, readonly PickerOption[]>()
const underway = new Map<string, Promise<readonly PickerOption[]>>()

/** The code of the province that a region belongs to; "" of none. */
export const provinceOf = (code: string): string => (code === '' ? '' : `${code.slice(0, 2)}0000`)

/** The code of the city; "" of a province. */
export const cityOf = (code: string): string =>
  code.slice(2, 4) === '00' || code === '' ? '' : `${code.slice(0, 4)}00`

/** The code of the district; "" of a city. */
export const districtOf = (code: string): string => (code.endsWith('00') ? '' : code)

/** The regions below this one; those of "" are the provinces. A failed request is repeated by the next call. */
function loadRegions(parent: string): Promise<readonly PickerOption[]> {
  const begun = underway.get(parent)
  if (begun) return begun
  const query = new URLSearchParams({ province: provinceOf(parent), city: cityOf(parent) })
  const request = getData<readonly PickerOption[]>('/admin/ajax/area', String(query), { quiet: true }).then(
    (regions) => {
      cache.set(parent, regions)
      return regions
    },
  )
  underway.set(parent, request)
  request.catch(() => underway.delete(parent))
  return request
}

/** @param parent null = none are needed now */
export function useRegions(parent: string | null): PickerOptions {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  const [, setTurn] = useState(0)
  useEffect(() => {
    if (parent === null || cache.has(parent)) return undefined
    let isCurrent = true
    loadRegions(parent).then(
      () => {
        if (isCurrent) setTurn((turn) => turn + 1)
      },
      () => {
        if (isCurrent) setFailed(`${parent} ${attempt}`)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [parent, attempt])
  const options = parent === null ? [] : cache.get(parent)
  if (options) return { options, state: 'ready', more: null }
  if (failed === `${parent} ${attempt}`)
    return { options: [], state: 'failed', more: null, retry: () => setAttempt(attempt + 1) }
  return { options: [], state: 'loading', more: null }
}

/** `浙江省 / 杭州市 / 西湖区`; a code whose name is not known, or not yet, stands for itself. */
export function useRegionName(code: string): string {
  const [province, city, district] = [provinceOf(code), cityOf(code), districtOf(code)]
  const lists = [
    useRegions(code === '' ? null : ''),
    useRegions(city === '' ? null : province),
    useRegions(district === '' ? null : city),
  ]
  const wanted = [province, city, district]
  const names = wanted.flatMap((name, level) =>
    name === '' ? [] : [lists[level]?.options.find(({ value }) => value === name)?.label ?? null],
  )
  return names.includes(null) ? code : names.join(' / ')
}
