import { Navigate } from "react-router";

/** Any other path leads to the sign-in screen, which sends members on to their own start. */
export default function NotFound() {
  return <Navigate to="/login" replace />;
}
