import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// The gallery of components is a workshop: it never ships with the product.
const showsGallery = process.env.CARAMELO_GALLERY === "1" || process.env.NODE_ENV === "development";

export default [
  layout("routes/guest.tsx", [
    index("routes/login.tsx", { id: "home" }),
    route("login", "routes/login.tsx"),
    route("cadastro", "routes/cadastro.tsx"),
  ]),
  ...(showsGallery ? [route("dev/componentes", "routes/dev-gallery.tsx")] : []),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
