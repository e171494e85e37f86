/** The search input of every field kind; null = not searchable. A kind that is missing here does not compile. */
import type { ComponentType } from 'react'
import type { KindName } from '../../protocol/index.ts'
import { DateFilter, MomentFilter } from './date/Filter.tsx'
import { DatetimeFilter } from './datetime/Filter.tsx'
import { EnumFilter } from './enum/Filter.tsx'
import { FilledFilter } from './filled/Filter.tsx'
import { NumberFilter } from './integer/Filter.tsx'
import type { FilterProps } from './renderer.ts'
import { ReferenceFilter } from './reference/Filter.tsx'
import { RegionFilter } from './region/Filter.tsx'
import { TextFilter } from './text/Filter.tsx'

export const filters: Readonly<Record<KindName, ComponentType<FilterProps> | null>> = {
  text: TextFilter,
  textarea: TextFilter,
  integer: NumberFilter,
  decimal: NumberFilter,
  datetime: DatetimeFilter,
  date: DateFilter,
  time: MomentFilter,
  year: MomentFilter,
  enum: EnumFilter,
  set: EnumFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  image: FilledFilter,
  images: FilledFilter,
  file: FilledFilter,
  files: FilledFilter,
  color: TextFilter,
  icon: TextFilter,
  url: TextFilter,
  email: TextFilter,
  mobile: TextFilter,
  idNumber: TextFilter,
  region: RegionFilter,
  account: TextFilter,
  password: null,
  tags: TextFilter,
  pairs: TextFilter,
  lines: null,
}
