declare module "*.txt" {
  const text: string;
  export default text;
}

/** Of `dist/page.css`, in hexadecimal digits; `judge/page/build` writes it into the bundle. */
declare const STYLE_SHA256: string;
