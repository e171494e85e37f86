/** Describes the public pages of modules. */
import type { ApiSchema } from '../../../protocol/index.ts'
import type { DeclaredPages, PublicPage } from '../public-pages/declaration.ts'

/** `paths` of an OpenAPI document. */
export const pagePaths = (modules: readonly DeclaredPages[]): ApiSchema =>
  Object.fromEntries(
    modules.flatMap(({ module, pages }) =>
      pages.map((page) => [page.path.replaceAll(/:([^/]+)/g, '{$1}'), { get: operationOf(module, page) }]),
    ),
  )

function operationOf(module: string, { path, label, query = [] }: PublicPage): ApiSchema {
  const parts = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []))
  const parameter = (name: string, place: 'path' | 'query') => ({
    name,
    in: place,
    required: place === 'path',
    schema: { type: 'string' },
  })
  return {
    operationId: `page${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [module],
    summary: `${label['zh-cn']} · ${label.en}`,
    description: 'A page without JavaScript, stored until the next change of data.',
    security: [],
    parameters: [
      ...parts.map((name) => parameter(name, 'path')),
      ...[...query, 'lang'].map((name) => parameter(name, 'query')),
    ],
    responses: {
      200: { description: 'The page.', content: { 'text/html': {}, 'text/plain': {}, 'application/xml': {} } },
      '3XX': { description: 'It has another address, or is still the same.' },
      403: { description: 'Only members can read it.' },
      404: { description: 'There is no such page.' },
    },
  }
}
