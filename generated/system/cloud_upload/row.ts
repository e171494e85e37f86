// Made by tablewright generate from schemas/system/cloud_upload.json · do not edit · e8abb49fb825d370

/** Cloud uploads: a row as the server sends it. */
export interface CloudUpload {
  /** 编号 · ID */
  id: number
  /** 文件名 · File name */
  name: string
  /** 状态 · Status */
  status: 'waiting' | 'checking' | 'uploading' | 'success' | 'error' | 'paused' | 'canceled'
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface CloudUploadInput {
  /** 文件名 · File name */
  name?: string | null
}
