/** Describes the routes of modules, which are declared in code that the generator does not run. */
import { apiAnswer, type ApiSchema, type ObjectSchema } from '../../../protocol/index.ts'
import {
  isUpload,
  isWebhook,
  type ModuleRoute,
  type UploadRoute,
  type WebhookRoute,
} from '../module-routes/declaration.ts'
import { securityOf } from './security.ts'

/** `paths` of an OpenAPI document. A route that also answers GET does so with the text of its query. */
export function modulePaths(routes: readonly ModuleRoute[]): ApiSchema {
  return Object.fromEntries(
    routes.map((route) => [
      `/${route.area}/${route.path}`,
      {
        [route.method.toLowerCase()]: describeCall(route),
        ...(!isWebhook(route) &&
          !isUpload(route) &&
          route.method !== 'GET' &&
          route.get && {
            get: {
              ...describe(route),
              operationId: `${idOf(route)}_read`,
              responses: apiAnswer(route.getAnswer ?? {}),
            },
          }),
      },
    ]),
  )
}

const idOf = ({ area, path }: ModuleRoute): string =>
  `${area === 'api' ? 'api_' : ''}${path.replaceAll('.', '_').replace('/', '_')}`

const describe = ({ path, label, login, right }: ModuleRoute) => ({
  tags: [path.slice(0, path.indexOf('/'))],
  summary: `${label['zh-cn']} · ${label.en}`,
  ...(right !== null && { description: `Requires the right ${right}.` }),
  ...securityOf(login),
})

/** Senders know what they send and what they expect; here is what limits them. */
const webhookOf = (route: WebhookRoute): ApiSchema => ({
  operationId: idOf(route),
  ...describe(route),
  description: `Called by other servers: the body is verified as it arrives, ${route.maxBytes} bytes at most.`,
  requestBody: { content: { '*/*': { schema: {} } } },
  responses: {
    '2XX': { description: 'The request was received.' },
    413: { description: 'The body is too large.' },
    429: { description: 'Too many requests from this network.' },
    default: { description: 'The request was not received or is refused.' },
  },
})

function describeCall(route: ModuleRoute): ApiSchema {
  if (isWebhook(route)) return webhookOf(route)
  return isUpload(route) ? uploadOf(route) : operationOf(route)
}

const uploadOf = (route: UploadRoute): ApiSchema => ({
  operationId: idOf(route),
  ...describe(route),
  parameters: parametersOf(route.input),
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
      },
    },
  },
  responses: apiAnswer({}),
})

function operationOf(route: Exclude<ModuleRoute, WebhookRoute | UploadRoute>): ApiSchema {
  const { input, method, answer = {} } = route
  return {
    operationId: idOf(route),
    ...describe(route),
    ...(input !== null && (method === 'POST' ? { requestBody: bodyOf(input) } : { parameters: parametersOf(input) })),
    responses: apiAnswer(answer),
  }
}

const bodyOf = (schema: ObjectSchema): ApiSchema => ({
  required: (schema.required ?? []).length > 0,
  content: { 'application/json': { schema } },
})

const parametersOf = ({ properties, required = [] }: ObjectSchema): readonly ApiSchema[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
