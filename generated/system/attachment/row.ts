// Made by tablewright generate from schemas/system/attachment.json · do not edit · 2833b36729891046

/** Attachments: a row as the server sends it. */
export interface Attachment {
  /** 编号 · ID */
  id: number
  /** 用途 · Purpose */
  topic: string
  /** 上传人 · Uploaded by */
  admin_id: number | null
  admin: { id: number; nickname: string } | null
  /** 文件地址 · File URL */
  url: string
  /** 宽度（像素） · Width (px) */
  width: number | null
  /** 高度（像素） · Height (px) */
  height: number | null
  /** 原始文件名 · File name */
  name: string
  /** 大小（字节） · Size (bytes) */
  size: number
  /** 文件类型 · File type */
  mimetype: string
  /** 引用次数 · References */
  quote: number | null
  /** 存储方式 · Storage */
  storage: string
  /** SHA-1 · SHA-1 */
  sha1: string
  /** 最后上传时间 · Last uploaded at */
  last_upload_time: number | null
  /** 创建时间 · Created at */
  create_time: number | null
  /** 版本 · Version */
  version: number
}

/** What `add` and `edit` take. */
export interface AttachmentInput {
}
