// Made by tablewright generate from schemas/depot/book.json · do not edit · cfdf512925fa2419

import type { FormModel } from 'tablewright/protocol'

export const bookForm: FormModel = { id: 'depot/book', schema: { type: 'object', properties: {} }, uiSchema: { 'ui:order': [] } }
