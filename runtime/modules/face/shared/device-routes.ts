/** The routes of the panel that issues tokens of devices. */
import { defineRouteContract, objectSchema } from 'tablewright/protocol'

const input = objectSchema({ id: { type: 'integer', minimum: 1 } })

const tokenAnswer = objectSchema({ token: { type: 'string' } })

const issueOf = (controller: string) =>
  defineRouteContract({ path: `${controller}/issueToken`, area: 'admin', method: 'POST', input, answer: tokenAnswer })

const revokeOf = (controller: string) =>
  defineRouteContract({
    path: `${controller}/revokeToken`,
    area: 'admin',
    method: 'POST',
    input,
    answer: { type: 'null' },
  })

/** `POST /admin/face.FireDevice/issueToken {id}`: a new token, in this answer only; the one before has ended. */
export const issueToken = issueOf('face.FireDevice')

/** `POST /admin/face.FireDevice/revokeToken {id}` */
export const revokeToken = revokeOf('face.FireDevice')

/** `POST /admin/face.Device/issueToken {id}`: the same for devices that recognise faces. */
export const issueFaceToken = issueOf('face.Device')

/** `POST /admin/face.Device/revokeToken {id}` */
export const revokeFaceToken = revokeOf('face.Device')
