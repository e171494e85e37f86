/** Rules whose breach is allowed: the schemas work, but not as well as they could. In the order of their codes. */
import { defaultOrder } from './entities/default-order.ts'
import { icons } from './entities/icons.ts'
import type { Problem } from '../source/problem.ts'
import type { Rule } from './rule.ts'

export const warnings: readonly Rule[] = [defaultOrder, icons]

/** Whether everything works although the problem is there. */
export const isWarning = ({ code }: Pick<Problem, 'code'>): boolean => warnings.some((rule) => rule.code === code)
