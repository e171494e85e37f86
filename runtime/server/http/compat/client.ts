/** Our client announces the extensions it supports; all others are treated as BuildAdmin's own. */
import type { FastifyRequest } from 'fastify'
import { headerText } from '../language.ts'

export const isNativeClient = (request: FastifyRequest): boolean => headerText(request, 'x-tablewright') === '1'
