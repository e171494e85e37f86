/** Our client says that it speaks our extensions; all others are taken for BuildAdmin's own. */
import type { FastifyRequest } from 'fastify'
import { headerText } from '../language.ts'

export const isNativeClient = (request: FastifyRequest): boolean => headerText(request, 'x-tablewright') === '1'
