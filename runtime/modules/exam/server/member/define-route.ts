import { createRouteDefinition, OperationError, type Member } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/exam/server.ts'
import { t } from '../i18n.ts'

export const defineExamRoute = createRouteDefinition<Database>()

/** Routes of members require one. */
export const idOf = (member: Member | null): number => member?.id ?? 0

/** @throws an OperationError `not_found` */
export function refuseMissing({ language }: Pick<Scope, 'language'>): never {
  throw new OperationError('not_found', { sentence: t(language, 'missing') })
}
