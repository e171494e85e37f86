/** Temporary keys of COS, which browsers upload with: the key of the site never leaves the server. */
import { nowSeconds } from '../../core/clock.ts'
import { sliceSize, type CloudAccount } from './account.ts'
import { CloudError } from './cloud-error.ts'
import { readAnswer, shortened } from './read-answer.ts'
import { signTc3 } from './tc3.ts'

/** As clients get it. Times are Unix seconds. */
export interface TemporaryKey {
  readonly tmpSecretId: string
  readonly tmpSecretKey: string
  readonly sessionToken: string
  readonly startTime: number
  readonly expiredTime: number
}

/** Seconds for which a key is good. */
const keyLife = 1800
const timeoutMs = 10_000

/** What a temporary key may do. */
export interface UploadGrant {
  /** Folder that all keys of objects begin with, with a slash at its end. */
  readonly folder: string
  /** Content types that objects may have; at least one. */
  readonly types: readonly string[]
}

/**
 * The policy of a temporary key: uploads below the folder, in slices of the one size, of the given types. Nothing can
 * be read or deleted with it.
 * @see https://cloud.tencent.com/document/product/436/65935
 */
export function uploadPolicy({ bucket, region }: Pick<CloudAccount, 'bucket' | 'region'>, grant: UploadGrant): string {
  const { folder, types } = grant
  // Without a limit the key could do whatever its parent may.
  if (!/^cloud\/([A-Za-z0-9_-]+\/)+$/.test(folder) || types.length === 0)
    throw new Error('a temporary key needs a folder and types')
  const appId = bucket.slice(bucket.lastIndexOf('-') + 1)
  // Guard T53: a temporary key is limited to a folder.
  // Without: const resource = [`qcs::cos:${region}:uid/${appId}:${bucket}/*${folder.slice(0, 0)}`]
  const resource = [`qcs::cos:${region}:uid/${appId}:${bucket}/${folder}*`]
  const ofType = { string_equal: { 'cos:content-type': [...types] } }
  const ofSize = { numeric_less_than_equal: { 'cos:content-length': sliceSize } }
  const allow = (names: readonly string[], condition?: object) => ({
    effect: 'allow',
    action: names.map((name) => `name/cos:${name}`),
    resource,
    ...(condition && { condition }),
  })
  return JSON.stringify({
    version: '2.0',
    statement: [
      allow(['PutObject'], { ...ofType, ...ofSize }),
      allow(['InitiateMultipartUpload'], ofType),
      allow(['UploadPart'], ofSize),
      allow(['ListMultipartUploads', 'ListParts', 'CompleteMultipartUpload', 'AbortMultipartUpload']),
    ],
  })
}

/**
 * Asks the security token service for a key (GetFederationToken).
 * @throws a CloudError when it refuses or does not answer
 */
export async function issueTemporaryKey(account: CloudAccount, grant: UploadGrant): Promise<TemporaryKey> {
  const time = nowSeconds()
  const answer = await callSts(account, time, {
    Name: 'tablewright',
    Policy: encodeURIComponent(uploadPolicy(account, grant)),
    DurationSeconds: keyLife,
  })
  const { TmpSecretId, TmpSecretKey, Token } = (answer['Credentials'] ?? {}) as Answer
  const expiredTime = Number(answer['ExpiredTime'])
  if (!isText(TmpSecretId) || !isText(TmpSecretKey) || !isText(Token) || !Number.isSafeInteger(expiredTime))
    throw new CloudError('upload.cloud.refused', 'Credentials')
  return { tmpSecretId: TmpSecretId, tmpSecretKey: TmpSecretKey, sessionToken: Token, startTime: time, expiredTime }
}

type Answer = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

async function callSts({ sts, key, region }: CloudAccount, time: number, input: object): Promise<Answer> {
  const body = JSON.stringify(input)
  const signed = { 'content-type': 'application/json; charset=utf-8', host: new URL(sts).host }
  const headers = {
    'content-type': signed['content-type'],
    'x-tc-action': 'GetFederationToken',
    'x-tc-version': '2018-08-13',
    'x-tc-region': region,
    'x-tc-timestamp': String(time),
    authorization: signTc3({ query: '', headers: signed, body }, key, 'sts', time),
  }
  const response = await fetch(`${sts}/`, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (sent) => JSON.parse(await readAnswer(sent, 100_000)) as { readonly Response?: Answer } | null)
    .catch((error: unknown) => {
      throw new CloudError('upload.cloud.unreachable', '', error)
    })
  const answer = response?.Response ?? {}
  const problem = answer['Error'] as Answer | undefined
  if (problem) throw new CloudError('upload.cloud.refused', shortened(String(problem['Code'] ?? '')))
  return answer
}
